package org.reprise.load.ldx;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.child.RunListener;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Role;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.measure.Floor;
import org.reprise.load.process.Processors;

/**
 * The CLM report on link indexing: artifacts, first indexings of all of them, then users who create
 * links, each followed by its checks, and at the end what the same resources cost a plain store.
 */
final class LdxMeasurement implements Measurement {
  private static final String INDEX_RATE = "index-rate.";
  private static final int WARM_UP_LOOK_UPS = 500;

  private final LdxPlan plan;
  private final LdxTarget target;
  private final Path folder;
  private final RunListener listener;

  /**
   * Prepares a run.
   *
   * @param target that serves already
   * @param folder of the run
   */
  LdxMeasurement(LdxPlan plan, LdxTarget target, Path folder, RunListener listener) {
    this.plan = plan;
    this.target = target;
    this.folder = folder;
    this.listener = listener;
  }

  @Override
  public LdxPlan plan() {
    return plan;
  }

  @Override
  public boolean readsHeaps() {
    return plan.profile().judged();
  }

  @Override
  public Processors processors() {
    return target.services().processors();
  }

  @Override
  public List<Role> roles() {
    return target.roles();
  }

  /** Artifacts, and an index that has read all of them once. */
  @Override
  public void prepare(LoadLauncher loads, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    outcome.quantity("scale.timeFactor", plan.profile().timeFactor());
    outcome.quantity("scale.pollSeconds", plan.profile().poll().toSeconds());
    listener.step("filling the applications");
    for (var application : LdxServices.APPLICATIONS) {
      target.fill(application, plan.profile().scale(), plan.seed());
      outcome.quantity("scale." + application + "Artifacts", target.feed(application).members());
    }
    listener.step("a first indexing that does not count");
    var warmUp =
        new IndexingExecution(
            plan, target, new LdxRun.Indexing("warm-up", LdxServices.SOURCES, 2), 1, false);
    warmUp.reset();
    loads.send(warmUp.arrange()).forEach(sample -> sample.faults().forEach(listener::notice));
  }

  @Override
  public List<Execution> executions(int repetition) {
    return plan.runs().stream().map(run -> execution(run, repetition)).toList();
  }

  private Execution execution(LdxRun run, int repetition) {
    return switch (run) {
      case LdxRun.Linking linking -> new LinkingExecution(plan, target, linking, repetition);
      case LdxRun.Indexing indexing ->
          new IndexingExecution(plan, target, indexing, repetition, true);
    };
  }

  /** Back-links of single artifacts, and the plain store. */
  @Override
  public void finish(RunEngine engine) throws IOException, SQLException, InterruptedException {
    listener.step("back-links, and the same resources in a plain store");
    var outcome = engine.outcome();
    var targets = target.index().targets(plan.profile().lookUps());
    if (!targets.isEmpty()) {
      try (var backLinks = new BackLinks(target.origin(LdxServices.LDX), target.credentials())) {
        backLinks.ask(targets, WARM_UP_LOOK_UPS);
        outcome.quantity("discover-p99", backLinks.ask(targets, plan.profile().lookUps()));
      }
      outcome.quantity(
          "discover-sql-p99", target.index().lookUp(targets, plan.profile().lookUps()));
    }
    var resources = target.feed(LdxServices.CCM).some(plan.profile().sampled());
    try (var store =
        PlainStore.of(resources, target.credentials(), folder.resolve("plain-store"))) {
      floor(outcome, "jena-per-item", store.perSecond(1), "each");
      floor(outcome, "jena-batched", store.perSecond(PlainStore.BATCH), "a hundred");
    }
  }

  private static void floor(Outcome outcome, String id, double perSecond, String each) {
    outcome.quantity(id, perSecond);
    outcome.add(
        new Floor(
            id,
            perSecond,
            "resources/s",
            "Work items parsed and stored in Jena TDB2, with a commit for %s.".formatted(each),
            null));
  }

  /** What the report says of several levels at once. */
  @Override
  public void summarize(Outcome outcome) {
    var quantities = outcome.quantities();
    for (var scenario : List.of("ccm-rm", "ccm-qm")) {
      range(outcome, scenario, INDEX_RATE + "ccm." + scenario + "-");
    }
    range(outcome, "work-items", INDEX_RATE + "ccm.ccm-");
    var testCases = quantities.get(INDEX_RATE + "qm.ccm-qm-270");
    if (testCases != null) {
      outcome.quantity(INDEX_RATE + "test-cases.ccm-qm", testCases);
    }
  }

  private static void range(Outcome outcome, String name, String prefix) {
    var rates =
        outcome.quantities().entrySet().stream()
            .filter(it -> it.getKey().startsWith(prefix) && !it.getKey().contains("projected"))
            .mapToDouble(java.util.Map.Entry::getValue)
            .summaryStatistics();
    if (rates.getCount() > 0) {
      outcome.quantity(INDEX_RATE + name + ".least", rates.getMin());
      outcome.quantity(INDEX_RATE + name + ".most", rates.getMax());
    }
  }
}
