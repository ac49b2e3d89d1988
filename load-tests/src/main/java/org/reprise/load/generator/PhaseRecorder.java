package org.reprise.load.generator;

import java.util.stream.Stream;

/** Collects what comes of one phase. */
sealed interface PhaseRecorder permits Recorder, ArrivalRecorder {
  static PhaseRecorder of(Phase phase, String operation) {
    return phase.shape() instanceof Shape.Arrivals
        ? new ArrivalRecorder(phase, operation)
        : new Recorder(phase);
  }

  Phase phase();

  /** Returns whether its first call was made. */
  boolean begun();

  /** Returns whether its last call has ended. */
  boolean over();

  ProgressLine progress();

  /** What it came to so far: one sample, or several where parts of it have figures of their own. */
  Stream<Sample> samples();
}
