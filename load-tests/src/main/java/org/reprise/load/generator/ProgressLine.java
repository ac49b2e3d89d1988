package org.reprise.load.generator;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How far a phase has come: a line that a child process prints for the command that started it.
 *
 * @param done flows completed
 * @param total flows planned, 0 where time bounds the phase
 * @param errors operations that failed
 * @param heapBytes of the process's Java heap that are in use
 */
public record ProgressLine(String phase, long done, long total, long errors, long heapBytes) {
  private static final Pattern LINE =
      Pattern.compile("#progress ([a-z0-9-]+) (\\d+) (\\d+) (\\d+) (\\d+)\\.");

  /** Returns the line; by its last character a reader sees that it is whole. */
  String line() {
    return "#progress %s %d %d %d %d.".formatted(phase, done, total, errors, heapBytes);
  }

  /** Reads a line; empty where it is something else. */
  static Optional<ProgressLine> parse(String line) {
    var matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new ProgressLine(
            matcher.group(1),
            Long.parseLong(matcher.group(2)),
            Long.parseLong(matcher.group(3)),
            Long.parseLong(matcher.group(4)),
            Long.parseLong(matcher.group(5))));
  }
}
