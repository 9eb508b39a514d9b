// A starter bot: takes a corner in Reversi if it can, and plays at random otherwise.
//
// Parlour writes one JSON object a line to our standard input and reads our answers from our standard output.
// Whatever else we want to say, say a trace, must go to standard error: System.err.
//
// Java has no JSON of its own. What stands below reads just the fields that we need, in the lines that Parlour
// writes: no blanks between the parts, no quotes inside a move. For more, such as the fields of the game
// ("wants":["state"]), take a JSON library.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

public class Starter {
    static final List<String> CORNERS = List.of("a1", "a8", "h1", "h8");

    static String game = "";
    static Random chance = new Random();

    /** What stands between two texts, the first of them found from the left. */
    static String between(String line, String before, String after) {
        int start = line.indexOf(before) + before.length();
        return line.substring(start, line.indexOf(after, start));
    }

    /** A game starts: remember which, and say that we are ready. */
    static String ready(String line) {
        game = between(line, "\"game\":\"", "\"");
        chance = new Random(Long.parseUnsignedLong(between(line, "\"seed\":", ",")));
        return "{\"type\":\"ready\",\"id\":" + id(line) + ",\"name\":\"starter\",\"protocol\":2}";
    }

    /** It is our turn: choose one of the legal moves. This is where your own ideas go. */
    static String action(String line) {
        List<String> legal = List.of(between(line, "\"legal\":[\"", "\"]").split("\",\""));
        List<String> corners = legal.stream().filter(move -> game.equals("reversi") && CORNERS.contains(move)).toList();
        List<String> moves = corners.isEmpty() ? legal : corners;
        String move = moves.get(chance.nextInt(moves.size()));
        return "{\"type\":\"action\",\"id\":" + id(line) + ",\"action\":\"" + move + "\"}";
    }

    static String id(String line) {
        return between(line, "\"id\":", ",");
    }

    public static void main(String[] words) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("{\"type\":\"begin\"")) System.out.println(ready(line));
            if (line.startsWith("{\"type\":\"turn\"")) System.out.println(action(line));
            System.out.flush(); // a line that begins with "end" tells the scores and asks for no answer
        }
    }
}
