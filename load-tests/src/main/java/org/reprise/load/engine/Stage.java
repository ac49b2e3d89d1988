package org.reprise.load.engine;

import java.time.Duration;
import java.util.List;
import org.reprise.load.generator.Phase;

/**
 * A step of a run: the terminal says when it begins.
 *
 * @param lines what it does, for people; none for what every run of the system does
 * @param load about how long load is sent, once, on two cores
 * @param around about how long the rest of it takes: reset, the generator's start, rest, checks
 * @param times how often it is done; 0 for one that this run leaves out
 */
public record Stage(List<String> lines, Duration load, Duration around, int times) {
  private static final String LINE = "%-30s %s%s";

  /** Copies the lines. */
  public Stage {
    lines = List.copyOf(lines);
  }

  /** A step without load, of which nobody needs to be told. */
  public static Stage of(Duration length) {
    return new Stage(List.of(), Duration.ZERO, length, 1);
  }

  /** A step by its name, and in a few words what it does. */
  public static Stage of(String name, String text, Duration load, Duration around, int times) {
    return new Stage(List.of(line(name, text, times)), load, around, times);
  }

  /**
   * A process that sends load.
   *
   * @param phases of the load
   * @param flowsPerSecond about how many there will be where they, and no time, bound a phase
   */
  public static Stage load(List<Phase> phases, double flowsPerSecond, Duration around, int times) {
    return new Stage(
        phases.stream().map(it -> line(it.name(), it.shape().text(), times)).toList(),
        phases.stream()
            .map(it -> it.shape().expected(flowsPerSecond))
            .reduce(Duration.ZERO, Duration::plus),
        around,
        times);
  }

  /** What it does, as a line. */
  private static String line(String name, String text, int times) {
    return switch (times) {
      case 0 -> LINE.formatted(name, "", "left out");
      case 1 -> LINE.formatted(name, "", text);
      default -> LINE.formatted(name, times + " × ", text);
    };
  }
}
