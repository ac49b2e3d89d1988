package org.reprise.load.gc;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.Scenario;
import org.reprise.load.deploy.Sql;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.gc.GcSimulation.Load.Place;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Variant;

/** The users of one experiment, and the look at what they were promised. */
final class GcExecution implements Execution {
  private static final Duration GRACE = Duration.ofMinutes(1);
  private static final int SHOWN = 3;
  private static final int FEWEST_FOR_P99 = 500;
  private static final double NANOS_PER_MS = 1e6;

  /** Operations of the web UI that search or browse. */
  private static final String[] READS = {
    "list-components", "search", "open-component", "open-configuration"
  };

  /** Those that create what the report counts. */
  private static final String[] CREATIONS = {"commit-baseline", "create-stream"};

  /** Those that the service answers, beside these. */
  private static final String[] OTHERS = {"create-staging", "replace-contribution"};

  /**
   * Of the generator. Each load has one that has just been started: its second compiler would take
   * more of the processors than its faster code gives back.
   */
  private static final List<String> FIRST_COMPILER = List.of("-XX:TieredStopAtLevel=1");

  private final GcTarget target;
  private final Promises promises;
  private final List<Place> places;
  private final GcLoads.Run run;
  private final int repetition;
  private double answeredBefore;

  GcExecution(
      GcTarget target, Promises promises, List<Place> places, GcLoads.Run run, int repetition) {
    this.target = target;
    this.promises = promises;
    this.places = places;
    this.run = run;
    this.repetition = repetition;
  }

  @Override
  public String name() {
    return run.users().experiment();
  }

  @Override
  public Load arrange() throws IOException, InterruptedException {
    answeredBefore = target.answered();
    var name = Plan.name(name(), repetition);
    // One that the baseline does not have warms up.
    var phase =
        run.workload().equals(GcLoads.WARM_UP)
            ? Phase.warmUp(name(), run.shape())
            : new Phase(name(), name(), Variant.REPORT_EXACT, run.shape());
    var load =
        new GcSimulation.Load(
            target.origin().toString(),
            target.applications(),
            run.users().groups(),
            run.arrival(),
            places);
    return new Load(
        name,
        GcSimulation.class,
        LoadSpec.of(name, List.of(phase), load, GRACE),
        target.deployment().credentials().variables(),
        false,
        FIRST_COMPILER);
  }

  @Override
  public void check(List<Sample> samples, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    var sample = samples.getFirst();
    switch (run.workload()) {
      case GcLoads.UI -> ui(sample, outcome);
      case GcLoads.STRESS ->
          tell(outcome, "transactions", count(sample, "proxied-get", "proxied-search"), sample);
      case GcLoads.INTEGRATION -> integration(sample, outcome);
      default -> {}
    }
  }

  private void ui(Sample sample, Outcome outcome) throws IOException, InterruptedException {
    var reads = count(sample, READS);
    var creations = count(sample, CREATIONS);
    tell(outcome, "reads", reads, sample);
    tell(outcome, "creations", creations, sample);
    tell(outcome, "read-use-cases", count(sample, UiScripts.READ_USE_CASE), sample);
    tell(outcome, "transactions", reads + creations + count(sample, OTHERS), sample);
    var times = new Histogram(3);
    Stream.of(READS).forEach(it -> times.add(sample.of(it)));
    if (times.getTotalCount() >= FEWEST_FOR_P99) {
      outcome.quantity("reads-p99." + name(), times.getValueAtPercentile(99) / NANOS_PER_MS);
    }
    if (run.users().projected()) {
      var turns = sample.calls() - count(sample, UiScripts.READ_USE_CASE);
      outcome.quantity(
          "projection-carried." + name(), turns / sample.seconds() / run.users().perSecond());
    }
    var known = sample.acknowledged(Known.ACKNOWLEDGED).stream().map(Known::of).toList();
    try (var calls = target.calls()) {
      promises.check(calls, known, Plan.name(name(), repetition)).forEach(outcome::add);
    }
  }

  private void integration(Sample sample, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    long links = 0;
    for (var scenario : Scenario.ALL) {
      var created = count(sample, ApplicationScripts.LINK + scenario.id());
      tell(outcome, scenario.id(), created, sample);
      links += created;
    }
    tell(outcome, "links", links, sample);
    var all = sample.acknowledged(Link.KIND);
    if (!all.isEmpty()) {
      // The users' own requests and those of the applications, of all links, for those counted.
      var each = (target.answered() - answeredBefore) / all.size();
      outcome.quantity(
          name() + ".transactions", each * links / sample.seconds() * run.users().factor());
    }
    checkLinks(all, outcome);
  }

  /** Each link is held by the application that acknowledged it. */
  private void checkLinks(List<String> all, Outcome outcome) throws SQLException {
    var targets = all.stream().map(it -> Link.of(it).target()).toList();
    var missing = new HashSet<>(targets);
    for (var application : Applications.ALL) {
      try (var connection = target.deployment().database(application).connect()) {
        missing.removeAll(
            Sql.texts(
                connection,
                "select target from link where application = ? and target = any(?)",
                application,
                connection.createArrayOf("text", targets.toArray())));
      }
    }
    var first = missing.stream().limit(SHOWN).map(it -> " " + it).collect(joining());
    outcome.add(
        new Check(
            "links-held." + Plan.name(name(), repetition),
            missing.isEmpty() && !all.isEmpty(),
            "%,d links were created, %,d of them are not held by their application%s"
                .formatted(all.size(), missing.size(), first)));
  }

  private static long count(Sample sample, String... operations) {
    return Stream.of(operations).mapToLong(it -> sample.of(it).getTotalCount()).sum();
  }

  private void tell(Outcome outcome, String what, long count, Sample sample) {
    outcome.quantity(name() + "." + what, count / sample.seconds() * run.users().factor());
  }
}
