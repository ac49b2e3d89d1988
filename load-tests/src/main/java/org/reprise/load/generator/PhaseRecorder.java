package org.reprise.load.generator;

import java.util.stream.Stream;
import org.reprise.load.child.Progressing;

/** Collects what comes of one phase. */
sealed interface PhaseRecorder extends Progressing permits Recorder, ArrivalRecorder {
  static PhaseRecorder of(Phase phase, String operation) {
    return phase.shape() instanceof Shape.Arrivals arrivals
        ? new ArrivalRecorder(phase, arrivals, operation)
        : new Recorder(phase);
  }

  Phase phase();

  /** What it came to so far: one sample, or several where parts of it have figures of their own. */
  Stream<Sample> samples();
}
