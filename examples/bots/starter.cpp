// A starter bot: takes a corner in Reversi if it can, and plays at random otherwise.
//
// Parlour writes one JSON object a line to our standard input and reads our answers from our standard output.
// Whatever else we want to say, say a trace, must go to standard error: std::cerr.
//
// C++ has no JSON of its own. What stands below reads just the fields that we need, in the lines that Parlour
// writes: no blanks between the parts, no quotes inside a move. For more, such as the fields of the game
// ("wants":["state"]), take a JSON library.

#include <iostream>
#include <random>
#include <set>
#include <string>
#include <vector>

using std::string, std::vector;

const std::set<string> CORNERS = {"a1", "a8", "h1", "h8"};

string game;
std::mt19937_64 chance;

// What stands between two texts, the first of them found from the left.
string between(const string& line, const string& before, const string& after) {
    size_t start = line.find(before) + before.size();
    return line.substr(start, line.find(after, start) - start);
}

string id(const string& line) { return between(line, "\"id\":", ","); }

vector<string> legal_moves(const string& line) {
    vector<string> moves;
    string list = between(line, "\"legal\":[\"", "\"]") + "\",\"";
    for (size_t start = 0, end; (end = list.find("\",\"", start)) != string::npos; start = end + 3)
        moves.push_back(list.substr(start, end - start));
    return moves;
}

// A game starts: remember which, and say that we are ready.
string ready(const string& line) {
    game = between(line, "\"game\":\"", "\"");
    chance.seed(std::stoull(between(line, "\"seed\":", ",")));
    return "{\"type\":\"ready\",\"id\":" + id(line) + ",\"name\":\"starter\",\"protocol\":2}";
}

// It is our turn: choose one of the legal moves. This is where your own ideas go.
string action(const string& line) {
    vector<string> legal = legal_moves(line), corners;
    for (const string& move : legal)
        if (game == "reversi" && CORNERS.count(move)) corners.push_back(move);
    const vector<string>& moves = corners.empty() ? legal : corners;
    string move = moves[chance() % moves.size()];
    return "{\"type\":\"action\",\"id\":" + id(line) + ",\"action\":\"" + move + "\"}";
}

int main() {
    for (string line; std::getline(std::cin, line);) {
        string type = between(line, "\"type\":\"", "\"");
        if (type == "begin") std::cout << ready(line) << std::endl;
        if (type == "turn") std::cout << action(line) << std::endl;
        // "end" tells the scores and asks for no answer
    }
}
