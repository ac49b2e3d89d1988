package org.reprise.load.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.reprise.load.child.RunListener;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.measure.Suite;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;

/** A run before it begins. */
public interface PlannedRun {
  /** The profile's name. */
  String profile();

  /** How often everything is done. */
  int repeat();

  /** What it takes. */
  Needs needs();

  /** How many steps it shows. */
  int steps();

  /** What it will do, a line each. */
  List<String> describe();

  /** Why each experiment that is left out is left out. */
  Map<String, String> notRun();

  /**
   * Starts what has to be started.
   *
   * @param phases hears of the start
   */
  RunningTarget open(Home home, Path logs, Phases phases) throws IOException, InterruptedException;

  /**
   * The measurement against what {@link #open} gave.
   *
   * @param folder of the run
   */
  Measurement measurement(RunningTarget target, Home home, Path folder, RunListener listener);

  /** That measurement, conducted by the engine. */
  default Suite suite(RunningTarget target, Home home, Path folder, RunListener listener) {
    return new RunEngine(measurement(target, home, folder, listener), home, folder, listener);
  }
}
