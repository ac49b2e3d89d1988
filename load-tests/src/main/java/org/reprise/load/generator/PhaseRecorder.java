package org.reprise.load.generator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects what comes of one phase. */
abstract sealed class PhaseRecorder permits Recorder, ArrivalRecorder {
  private static final int MAX_MESSAGES = 5;

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

  final Phase phase() {
    return phase;
  }

  /** Returns whether its first call was made. */
  final synchronized boolean begun() {
    return began != null;
  }

  final void message(String text) {
    if (messages.size() < MAX_MESSAGES) {
      messages.add(text);
    }
  }

  /** Returns whether its last call has ended. */
  abstract boolean over();

  abstract ProgressLine progress();

  /** What it came to so far: one sample, or several where parts of it have figures of their own. */
  abstract Stream<Sample> samples();
}
