package org.reprise.load.generator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects what comes of one phase. */
abstract sealed class PhaseRecorder permits Recorder, ArrivalRecorder {
  private static final int MAX_MESSAGES = 5;
  private static final long PERIOD_MS = 500;

  private static final Pattern PROGRESS = Pattern.compile("#progress (.*)\\.");

  final Phase phase;
  final List<String> messages = new ArrayList<>();
  @Nullable Instant began;
  long start;

  PhaseRecorder(Phase phase) {
    this.phase = phase;
  }

  static PhaseRecorder of(Phase phase, String operation) {
    return phase.shape() instanceof Shape.Arrivals
        ? new ArrivalRecorder(phase, operation)
        : new Recorder(phase);
  }

  /** Prints how far the running phases have come, twice a second, until it is shut down. */
  static ScheduledExecutorService print(List<? extends PhaseRecorder> phases) {
    var timer = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    var unused =
        timer.scheduleAtFixedRate(
            () ->
                phases.stream()
                    .filter(phase -> phase.begun() && !phase.over())
                    .forEach(phase -> System.out.println("#progress " + phase.progress() + ".")),
            PERIOD_MS,
            PERIOD_MS,
            TimeUnit.MILLISECONDS);
    return timer;
  }

  static Optional<String> progress(String line) {
    return Optional.of(PROGRESS.matcher(line)).filter(Matcher::matches).map(it -> it.group(1));
  }

  final String progress(long done, long total, long errors) {
    return "%s  %d%s flows  %d errors"
        .formatted(phase.name(), done, total > 0 ? "/" + total : "", errors);
  }

  final Phase phase() {
    return phase;
  }

  final synchronized boolean begun() {
    return began != null;
  }

  final void message(String text) {
    if (messages.size() < MAX_MESSAGES) {
      messages.add(text);
    }
  }

  abstract boolean over();

  abstract String progress();

  /** What it came to so far: one sample, or several where parts of it have figures of their own. */
  abstract Stream<Sample> samples();
}
