package org.reprise.load.gc;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.URI;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.gc.Promises.Known;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Check;

/**
 * The CLM report on global configurations: configurations and applications, then users of its three
 * workloads, each load followed by its checks, and at the end a look at all that must not have
 * changed.
 */
final class GcMeasurement extends Measurement {
  private static final double MIB = 1 << 20;
  private static final int SHOWN = 3;
  private static final int MIN_FOR_P99 = 500;

  private static final List<String> READS =
      List.of("list-components", "search", "open-component", "open-configuration");

  private static final List<String> CREATIONS = List.of("commit-baseline", "create-stream");
  private static final List<String> OTHERS = List.of("create-staging", "replace-contribution");
  private static final List<String> TRANSACTIONS =
      Stream.of(READS, CREATIONS, OTHERS).flatMap(List::stream).toList();

  private static final Pattern ANSWERED =
      Pattern.compile("(?m)^http_server_requests_seconds_count\\{.*\\buri=\"/gc.*}\\s+(\\S+)$");

  private final GcLoads amounts;
  private final Promises promises;
  private List<GcSimulation.Load.Place> places = List.of();

  GcMeasurement(Plan plan, Deployment deployment, RunListener listener) {
    super(plan, deployment, listener);
    this.amounts = new GcLoads(plan);
    this.promises = new Promises(origin() + "/gc/configuration/");
  }

  private URI origin() {
    return deployment.origin(GcSuite.GC);
  }

  private ServiceCalls calls() {
    return Applications.calls(deployment, GcSuite.GC);
  }

  private double answered() throws IOException, InterruptedException {
    try (var calls = calls()) {
      return answered(calls.get(origin().resolve("/actuator/prometheus"), "text/plain").body());
    }
  }

  static double answered(String metrics) {
    return ANSWERED
        .matcher(metrics)
        .results()
        .mapToDouble(it -> Double.parseDouble(it.group(1)))
        .sum();
  }

  @Override
  protected void prepare(LoadLauncher loads, Outcome outcome)
      throws IOException, InterruptedException {
    if (plan.local() || (plan.target() instanceof Target.Compose && isEmpty())) {
      fill(outcome);
    } else {
      look();
    }
  }

  private boolean isEmpty() throws IOException, InterruptedException {
    try (var calls = calls()) {
      return Directory.read(calls, origin()).streams().isEmpty();
    }
  }

  @Override
  protected List<Execution> warmUps() {
    return plan.target() instanceof Target.Remote
        ? List.of()
        : List.of(new UserExecution(amounts.warmUp(), 1));
  }

  private void fill(Outcome outcome) throws IOException, InterruptedException {
    outcome.quantity("scale.uiTimeFactor", amounts.timeFactor(GcLoads.UI));
    outcome.quantity("scale.integrationTimeFactor", amounts.timeFactor(GcLoads.INTEGRATION));
    listener.step("filling the applications and the service");
    for (var application : Applications.ALL) {
      Applications.fill(deployment, application, plan.profile().number("scale"), plan.seed());
    }
    Applications.fill(deployment, GcSuite.GC, 1, plan.seed());
    var directory = look();
    var size = deployment.database(GcSuite.GC).count("select pg_database_size(current_database())");
    outcome.quantity("database-size", size / MIB);
    var counts =
        List.of(
            directory.components().size(),
            directory.streams().size(),
            directory.baselines().size() / 2,
            places.size());
    outcome.add(
        new Check(
            "filled",
            counts.stream().allMatch(it -> it == Applications.PROJECTS),
            "components, streams, pairs of baselines, streams with contributions: " + counts));
  }

  /** Looks what the service has; of one that others use, only its baselines must stay. */
  private Directory look() throws IOException, InterruptedException {
    try (var calls = calls()) {
      var directory = Directory.read(calls, origin());
      places = directory.places(deployment.origin(Applications.RM).toString());
      directory.documents().values().removeIf(it -> !plan.local() && !it.document().isBaseline());
      promises.remember(directory.documents());
      return directory;
    }
  }

  @Override
  protected List<Execution> executions(int repetition) {
    return amounts.runs().stream()
        .<Execution>map(run -> new UserExecution(run, repetition))
        .toList();
  }

  @Override
  protected void finish(RunEngine engine) throws IOException, InterruptedException {
    Levels.report(engine.outcome());
    listener.step("every configuration once more");
    try (var calls = calls()) {
      var all = List.copyOf(promises.known().values());
      promises.check(calls, all, "all").forEach(engine.outcome()::add);
    }
  }

  private final class UserExecution extends Repeated {
    private final GcLoads.Run run;
    private double answeredBefore;

    UserExecution(GcLoads.Run run, int repetition) {
      super(run.users().experiment(), repetition);
      this.run = run;
    }

    @Override
    public Load arrange() throws IOException, InterruptedException {
      answeredBefore = plan.local() ? answered() : 0;
      var applications = new LinkedHashMap<String, String>();
      Applications.ALL.forEach(it -> applications.put(it, deployment.origin(it).toString()));
      var phases = List.of(Phase.of(name(), run.shape()));
      var load =
          new GcSimulation.Load(
              origin().toString(), applications, run.users().groups(), run.arrival(), places);
      return load(GcSimulation.class, phases, load, GcSimulation.GRACE);
    }

    @Override
    public void check(List<Sample> samples, Outcome outcome)
        throws IOException, InterruptedException {
      var sample = samples.getFirst();
      switch (run.workload()) {
        case GcLoads.UI -> ui(sample, outcome);
        case GcLoads.STRESS ->
            report(outcome, "transactions", sample, List.of("proxied-get", "proxied-search"));
        case GcLoads.INTEGRATION -> integration(sample, outcome);
        default -> {}
      }
    }

    private void ui(Sample sample, Outcome outcome) throws IOException, InterruptedException {
      report(outcome, "reads", sample, READS);
      report(outcome, "creations", sample, CREATIONS);
      report(outcome, "read-use-cases", sample, List.of(UiScripts.READ_USE_CASE));
      report(outcome, "transactions", sample, TRANSACTIONS);
      var times = new Histogram(3);
      READS.forEach(it -> times.add(sample.of(it)));
      if (times.getTotalCount() >= MIN_FOR_P99) {
        outcome.quantity("reads-p99." + name(), times.getValueAtPercentile(99) / 1e6);
      }
      if (run.users().projected()) {
        var turns = sample.calls() - sample.of(UiScripts.READ_USE_CASE).getTotalCount();
        outcome.quantity(
            "projection-carried." + name(), turns / sample.seconds() / run.users().perSecond());
      }
      var known = sample.acknowledged(Known.ACKNOWLEDGED).stream().map(Known::of).toList();
      try (var calls = calls()) {
        promises.check(calls, known, id()).forEach(outcome::add);
      }
    }

    private void integration(Sample sample, Outcome outcome)
        throws IOException, InterruptedException {
      for (var scenario : Scenario.ALL) {
        report(outcome, scenario.id(), sample, List.of(ApplicationScripts.LINK + scenario.id()));
      }
      var links = Scenario.ALL.stream().map(it -> ApplicationScripts.LINK + it.id()).toList();
      report(outcome, "links", sample, links);
      var all = sample.acknowledged(Link.KIND);
      if (!all.isEmpty() && plan.local()) {
        // The users' own requests and those of the applications, of all links, for those counted.
        var each = (answered() - answeredBefore) / all.size();
        var created = outcome.measured().quantity(name() + ".links").orElse(0);
        outcome.quantity(name() + ".transactions", each * created);
      }
      // The first artifact of each link is looked at, as its application answers it.
      var missing = new HashSet<>(all);
      try (var calls = calls()) {
        var sources = all.stream().map(it -> URI.create(Link.of(it).source())).toList();
        for (var answer : calls.answers(sources)) {
          Link.in(ServiceCalls.model(answer.request().uri().toString(), answer.body()))
              .forEach(it -> missing.remove(it.text()));
        }
      }
      var first = missing.stream().limit(SHOWN).map(it -> " " + it).collect(joining());
      check(
          outcome,
          "links-held",
          missing.isEmpty() && !all.isEmpty(),
          "%,d links were created, %,d of them are not held by their application%s"
              .formatted(all.size(), missing.size(), first));
    }

    private void report(Outcome outcome, String what, Sample sample, List<String> operations) {
      outcome.quantity(name() + "." + what, sample.rates(run.users().factor(), operations));
    }
  }
}
