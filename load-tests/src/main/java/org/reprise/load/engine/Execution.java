package org.reprise.load.engine;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.Sample;

/**
 * What one process of load does, and what is done around it: one experiment, or several that the
 * report measured one after another in one program. Each repetition has executions of its own.
 */
public interface Execution {
  String name();

  /** Brings back the state that every execution begins with. */
  default void reset() throws IOException, SQLException, InterruptedException {}

  /** Processes that are watched in this execution, beside or in the place of the run's own. */
  default List<WatchedProcess> roles() {
    return List.of();
  }

  LoadLauncher.Load arrange() throws IOException, SQLException, InterruptedException;

  default List<Sample> send(LoadLauncher loads, LoadLauncher.Load load)
      throws IOException, InterruptedException {
    return loads.send(load);
  }

  /** Waits until what the load has left to do is done. */
  default void rest(List<Sample> samples) throws IOException, SQLException, InterruptedException {}

  /** Asks the system whether everything that it promised is there. */
  default void check(List<Sample> samples, Outcome outcome)
      throws IOException, SQLException, InterruptedException {}
}
