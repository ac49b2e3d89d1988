package org.reprise.load.generator;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Flows done and planned (0 where time bounds a phase), printed by a child process as a line. */
public record ProgressLine(String phase, long done, long total, long errors) {
  private static final Pattern LINE = Pattern.compile("#progress [a-z0-9-]+( \\d+){3}\\.");
  private static final long PERIOD_MS = 500;

  /** Prints how far the running phases have come, twice a second, until it is shut down. */
  static ScheduledExecutorService print(List<? extends PhaseRecorder> phases) {
    var timer = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    var unused =
        timer.scheduleAtFixedRate(
            () ->
                phases.stream()
                    .filter(phase -> phase.begun() && !phase.over())
                    .forEach(phase -> System.out.println(phase.progress().line())),
            PERIOD_MS,
            PERIOD_MS,
            TimeUnit.MILLISECONDS);
    return timer;
  }

  /** Returns the line; by its last character a reader sees that it is whole. */
  String line() {
    return "#progress %s %d %d %d.".formatted(phase, done, total, errors);
  }

  /** Reads a line; empty where it is something else. */
  static Optional<ProgressLine> parse(String line) {
    if (!LINE.matcher(line).matches()) {
      return Optional.empty();
    }
    var words = line.split("[ .]");
    return Optional.of(
        new ProgressLine(
            words[1],
            Long.parseLong(words[2]),
            Long.parseLong(words[3]),
            Long.parseLong(words[4])));
  }
}
