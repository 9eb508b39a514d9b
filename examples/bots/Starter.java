// A starter bot: takes a corner in Reversi if it can, and plays at random otherwise.
//
// Parlour writes one JSON object a line to our standard input and reads our answers from our standard output.
// Whatever else we want to say, such as a trace, must go to standard error: System.err.
//
// Java has no JSON of its own. What stands below finds just the fields that we need in the lines that Parlour
// writes, where no blanks lie between the parts and no quotes in a move. That will do for the legal moves; to
// read more, such as the fields of the game ("wants":["state"]), take a JSON library.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

public class Starter {
    static final List<String> CORNERS = List.of("a1", "a8", "h1", "h8");

    /** One of the legal moves. This is where your own ideas go. */
    static String choose(String game, List<String> legal, Random chance) {
        List<String> corners = legal.stream().filter(move -> game.equals("reversi") && CORNERS.contains(move)).toList();
        List<String> moves = corners.isEmpty() ? legal : corners;
        return moves.get(chance.nextInt(moves.size()));
    }

    /** What stands between two texts, the first of them found from the left. */
    static String between(String line, String before, String after) {
        int start = line.indexOf(before) + before.length();
        return line.substring(start, line.indexOf(after, start));
    }

    static void say(String message) {
        System.out.println(message);
        System.out.flush();
    }

    public static void main(String[] words) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String game = "";
        Random chance = new Random();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String type = between(line, "\"type\":\"", "\"");
            String id = between(line, "\"id\":", ",");
            if (type.equals("begin")) {
                game = between(line, "\"game\":\"", "\"");
                chance = new Random(Long.parseUnsignedLong(between(line, "\"seed\":", ",")));
                say("{\"type\":\"ready\",\"id\":" + id + ",\"name\":\"starter\",\"protocol\":2}");
            } else if (type.equals("turn")) {
                String[] legal = between(line, "\"legal\":[\"", "\"]").split("\",\"");
                String move = choose(game, List.of(legal), chance);
                say("{\"type\":\"action\",\"id\":" + id + ",\"action\":\"" + move + "\"}");
            } // the type "end" brings the scores and asks for no answer
        }
    }
}
