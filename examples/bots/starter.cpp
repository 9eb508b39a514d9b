// A starter bot: takes a corner in Reversi if it can, and plays at random otherwise.
//
// Parlour writes one JSON object a line to our standard input and reads our answers from our standard output.
// Whatever else we want to say, such as a trace, must go to standard error: std::cerr.
//
// C++ has no JSON of its own. What stands below finds just the fields that we need in the lines that Parlour
// writes, where no blanks lie between the parts and no quotes in a move. That will do for the legal moves; to
// read more, such as the fields of the game ("wants":["state"]), take a JSON library.

#include <iostream>
#include <random>
#include <set>
#include <string>
#include <vector>

using std::string, std::vector;

const std::set<string> CORNERS = {"a1", "a8", "h1", "h8"};

// One of the legal moves. This is where your own ideas go.
string choose(const string& game, const vector<string>& legal, std::mt19937_64& chance) {
    vector<string> corners;
    for (const string& move : legal)
        if (game == "reversi" && CORNERS.count(move)) corners.push_back(move);
    const vector<string>& moves = corners.empty() ? legal : corners;
    return moves[chance() % moves.size()];
}

// What stands between two texts, the first of them found from the left.
string between(const string& line, const string& before, const string& after) {
    size_t start = line.find(before) + before.size();
    return line.substr(start, line.find(after, start) - start);
}

vector<string> legal_moves(const string& line) {
    vector<string> moves;
    string list = between(line, "\"legal\":[\"", "\"]") + "\",\"";
    for (size_t start = 0, end; (end = list.find("\",\"", start)) != string::npos; start = end + 3)
        moves.push_back(list.substr(start, end - start));
    return moves;
}

void say(const string& message) { std::cout << message << std::endl; }  // endl sends it at once

int main() {
    string game;
    std::mt19937_64 chance;
    for (string line; std::getline(std::cin, line);) {
        string type = between(line, "\"type\":\"", "\""), id = between(line, "\"id\":", ",");
        if (type == "begin") {
            game = between(line, "\"game\":\"", "\"");
            chance.seed(std::stoull(between(line, "\"seed\":", ",")));
            say("{\"type\":\"ready\",\"id\":" + id + ",\"name\":\"starter\",\"protocol\":2}");
        } else if (type == "turn") {
            string move = choose(game, legal_moves(line), chance);
            say("{\"type\":\"action\",\"id\":" + id + ",\"action\":\"" + move + "\"}");
        }  // the type "end" brings the scores and asks for no answer
    }
}
