package org.reprise.load.system;

import java.util.List;
import java.util.concurrent.Callable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.engine.Suite;
import picocli.CommandLine.Command;

/**
 * A system that can be measured: its report, the reference service that runs are pointed at, and
 * what its runs are. Options and commands are picocli's.
 */
@Command
public abstract class MeasuredSystem implements Suite {
  private final String id;
  private final String title;
  private final String report;
  private final ServiceRole service;

  /** A system by its id on the command line, with the id of its report's baseline. */
  protected MeasuredSystem(String id, String title, String report, ServiceRole service) {
    this.id = id;
    this.title = title;
    this.report = report;
    this.service = service;
  }

  public final String id() {
    return id;
  }

  public final String title() {
    return title;
  }

  public final ServiceRole service() {
    return service;
  }

  @Override
  public final Baseline baseline() {
    return Baselines.load(report);
  }

  /** All services that it consists of; each after those that it needs. */
  public List<ServiceRole> services() {
    return List.of(service);
  }

  /** What its runs do: a new object for each command line where it has options of its own. */
  public Suite suite() {
    return this;
  }

  /** Further commands that only this system has. */
  public List<Callable<Integer>> commands() {
    return List.of();
  }
}
