package org.reprise.load.ldx;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.reprise.load.clm.Applications;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.RunListener;

/**
 * The CLM report on link indexing: artifacts, first indexings of all of them, then users who create
 * links, each followed by its checks, and, in full, the same changes by the index and by a plain
 * store.
 */
final class LdxMeasurement extends Measurement {
  private final LdxLoads amounts;
  private final LdxTarget target;
  private final Path folder;

  LdxMeasurement(Plan plan, LdxTarget target, Path folder, RunListener listener) {
    super(plan, target.deployment(), listener);
    this.amounts = new LdxLoads(plan);
    this.target = target;
    this.folder = folder;
  }

  @Override
  protected boolean readsHeaps() {
    return plan.profile().judged();
  }

  /** Artifacts, and services that have been at work. */
  @Override
  protected void prepare(LoadLauncher loads, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    outcome.quantity("scale.timeFactor", amounts.timeFactor());
    outcome.quantity("scale.pollSeconds", amounts.poll().toSeconds());
    listener.step("filling the applications");
    for (var application : Applications.ALL) {
      Applications.fill(target.deployment(), application, amounts.scale(), plan.seed());
      outcome.quantity("scale." + application + "Artifacts", target.feed(application).members());
    }
    for (int i = 1; i <= plan.profile().count("indexingsBefore"); i++) {
      listener.step("a first indexing that does not count");
      var warmUp =
          new IndexingExecution(
              amounts, target, new LdxLoads.Indexing("warm-up", LdxServices.SOURCES, 2), i);
      warmUp.reset();
      warmUp(warmUp.send(loads, warmUp.arrange()));
    }
  }

  @Override
  protected List<Execution> executions(int repetition) {
    return amounts.runs().stream()
        .<Execution>map(run ->
            switch (run) {
              case LdxLoads.Linking it -> new LinkingExecution(amounts, target, it, repetition);
              case LdxLoads.Indexing it -> new IndexingExecution(amounts, target, it, repetition);
            })
        .toList();
  }

  /** Back-links of single artifacts, and the index beside a plain store. */
  @Override
  protected void finish(RunEngine engine) throws IOException, SQLException, InterruptedException {
    listener.step("back-links");
    var outcome = engine.outcome();
    var times = plan.profile().count("lookUps");
    var targets = target.index().targets(times);
    if (!targets.isEmpty()) {
      try (var backLinks = target.backLinks();
          var database = target.index().database().connect()) {
        p99(targets, plan.profile().count("lookUpsBefore"), backLinks::toOne);
        outcome.quantity("discover-p99", p99(targets, times, backLinks::toOne));
        outcome.quantity(
            "discover-sql-p99", p99(targets, times, it -> IndexDatabase.lookUp(database, it)));
      }
    }
    if (plan.profile().count("changes") > 0) {
      listener.step("the same changes, by the index and by a plain store");
      new SideBySide(target, plan.profile().count("changes"))
          .run(folder.resolve("plain-store"), outcome);
    }
  }

  private interface Question {
    void ask(String target) throws IOException, SQLException;
  }

  /** Asks one question after another; returns the 99th percentile, milliseconds. */
  private static double p99(List<String> targets, int times, Question question)
      throws IOException, SQLException {
    var took = new Histogram(3);
    for (int i = 0; i < times; i++) {
      var begin = System.nanoTime();
      question.ask(targets.get(i % targets.size()));
      took.recordValue(System.nanoTime() - begin);
    }
    return took.getValueAtPercentile(99) / 1e6;
  }
}
