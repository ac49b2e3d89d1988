package org.reprise.load.ldx;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.child.RunListener;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.BackLinks;
import org.reprise.load.engine.DeployedMeasurement;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.LoadLauncher;

/**
 * The CLM report on link indexing: artifacts, first indexings of all of them, then users who create
 * links, each followed by its checks, and, in full, the same changes by the index and by a plain
 * store.
 */
final class LdxMeasurement extends DeployedMeasurement {
  private final LdxLoads amounts;
  private final LdxTarget target;
  private final Path folder;

  /**
   * Prepares a run.
   *
   * @param target that serves already
   */
  LdxMeasurement(Plan plan, LdxTarget target, Path folder, RunListener listener) {
    super(plan, target.deployment(), listener);
    this.amounts = new LdxLoads(plan);
    this.target = target;
    this.folder = folder;
  }

  @Override
  public boolean readsHeaps() {
    return plan.profile().judged();
  }

  /** Artifacts, and services that have been at work. */
  @Override
  public void prepare(LoadLauncher loads, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    outcome.quantity("scale.timeFactor", amounts.timeFactor());
    outcome.quantity("scale.pollSeconds", amounts.poll().toSeconds());
    listener.step("filling the applications");
    for (var application : Applications.ALL) {
      target.applications().fill(application, amounts.scale(), plan.seed());
      outcome.quantity(
          "scale." + application + "Artifacts", target.applications().feed(application).members());
    }
    for (int i = 1; i <= plan.profile().count("indexingsBefore"); i++) {
      listener.step("a first indexing that does not count");
      var warmUp =
          new IndexingExecution(
              amounts, target, new LdxRun.Indexing("warm-up", LdxServices.SOURCES, 2), i);
      warmUp.reset();
      loads.send(warmUp.arrange()).forEach(sample -> sample.faults().forEach(listener::notice));
    }
  }

  @Override
  public List<Execution> executions(int repetition) {
    return amounts.runs().stream()
        .<Execution>map(run ->
            switch (run) {
              case LdxRun.Linking it -> new LinkingExecution(amounts, target, it, repetition);
              case LdxRun.Indexing it -> new IndexingExecution(amounts, target, it, repetition);
            })
        .toList();
  }

  /** Back-links of single artifacts, and the index beside a plain store. */
  @Override
  public void finish(RunEngine engine) throws IOException, SQLException, InterruptedException {
    listener.step("back-links");
    var outcome = engine.outcome();
    var times = plan.profile().count("lookUps");
    var targets = target.index().targets(times);
    if (!targets.isEmpty()) {
      try (var backLinks = target.backLinks();
          var database = target.index().database().connect()) {
        BackLinks.p99(targets, plan.profile().count("lookUpsBefore"), backLinks::toOne);
        outcome.quantity("discover-p99", BackLinks.p99(targets, times, backLinks::toOne));
        outcome.quantity(
            "discover-sql-p99",
            BackLinks.p99(targets, times, it -> IndexDatabase.lookUp(database, it)));
      }
    }
    if (plan.profile().count("changes") > 0) {
      listener.step("the same changes, by the index and by a plain store");
      new SideBySide(target, plan.profile().count("changes"))
          .run(folder.resolve("plain-store"), outcome);
    }
  }
}
