package org.reprise.load.engine;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.deploy.Processors;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.generator.LoadLauncher;

/** What a system brings to a run against a target that serves: its data, its loads, its checks. */
public interface Measurement {
  Plan plan();

  /** Whether heaps are collected and read around each execution. */
  default boolean readsHeaps() {
    return false;
  }

  /** What each role may use of the processors while load is sent. */
  default Processors processors() {
    return Processors.unlimited();
  }

  /** Processes that are watched as long as the run lasts. */
  List<WatchedProcess> roles();

  /** Data and warm-up, before anything counts. */
  default void prepare(LoadLauncher loads, Outcome outcome)
      throws IOException, SQLException, InterruptedException {}

  /** What is done in one repetition, in order. */
  List<Execution> executions(int repetition) throws IOException, SQLException, InterruptedException;

  /** What is measured and checked once everything has been repeated. */
  default void finish(RunEngine engine) throws IOException, SQLException, InterruptedException {}

  /** Adds what follows from all that was measured so far; may be asked more than once. */
  default void summarize(Outcome outcome) {}
}
