package org.reprise.load.gc;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.clm.Applications;
import org.reprise.load.deploy.Sql;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.RunListener;
import org.reprise.load.measure.Check;

/**
 * The CLM report on global configurations: configurations and applications, then users of its three
 * workloads, each load followed by its checks, and at the end a look at all that must not have
 * changed.
 */
final class GcMeasurement extends Measurement {
  private static final double MIB = 1 << 20;

  /** Of each stream. */
  private static final int BASELINES = 2;

  private final GcLoads amounts;
  private final GcTarget target;
  private final Promises promises;
  private List<GcSimulation.Load.Place> places = List.of();

  GcMeasurement(Plan plan, GcTarget target, RunListener listener) {
    super(plan, target.deployment(), listener);
    this.amounts = new GcLoads(plan);
    this.target = target;
    this.promises = new Promises(target.configurations());
  }

  /** Configurations, what the generator knows of them, and users who do not count. */
  @Override
  protected void prepare(LoadLauncher loads, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    fill(outcome);
    listener.step("users who do not count");
    var warmUp = new GcExecution(target, promises, places, amounts.warmUp(), 1);
    warmUp(loads.send(warmUp.arrange()));
  }

  private void fill(Outcome outcome) throws IOException, SQLException, InterruptedException {
    outcome.quantity("scale.uiTimeFactor", amounts.timeFactor(GcLoads.UI));
    outcome.quantity("scale.integrationTimeFactor", amounts.timeFactor(GcLoads.INTEGRATION));
    outcome.quantity("scale.countedSeconds", plan.profile().seconds("counted").toSeconds());
    listener.step("filling the applications and the service");
    for (var application : Applications.ALL) {
      Applications.fill(
          target.deployment(), application, plan.profile().number("scale"), plan.seed());
    }
    Applications.fill(target.deployment(), GcServices.GC, "/gc/fill?scale=1&seed=" + plan.seed());
    try (var calls = target.calls();
        var connection = target.deployment().database(GcServices.GC).connect()) {
      var directory = Directory.read(calls, target);
      var read = Promises.read(calls, directory.uris());
      places = directory.places(read, target.deployment().origin(Applications.RM).toString());
      promises.remember(read);
      outcome.quantity(
          "database-size",
          Sql.numbers(connection, "select pg_database_size(current_database())").getFirst() / MIB);
      outcome.add(
          new Check(
              "filled",
              places.size() == Applications.PROJECTS
                  && directory.components().size() == Applications.PROJECTS
                  && directory.streams().size() == Applications.PROJECTS
                  && directory.baselines().size() == BASELINES * Applications.PROJECTS,
              "%,d components, %,d streams, %,d baselines; %,d streams have contributions of the applications and a baseline with some"
                  .formatted(
                      directory.components().size(),
                      directory.streams().size(),
                      directory.baselines().size(),
                      places.size())));
    }
  }

  @Override
  protected List<Execution> executions(int repetition) {
    return amounts.runs().stream()
        .<Execution>map(run -> new GcExecution(target, promises, places, run, repetition))
        .toList();
  }

  /** Everything that was there before or was committed, as it was then. */
  @Override
  protected void finish(RunEngine engine) throws IOException, InterruptedException {
    listener.step("every configuration once more");
    try (var calls = target.calls()) {
      promises.check(calls).forEach(engine.outcome()::add);
    }
  }

  @Override
  protected void summarize(Outcome outcome) {
    Levels.tell(outcome);
  }
}
