package org.reprise.load.ldx;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Link;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Sql;
import org.reprise.load.engine.Condition;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.InProcessRunner;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.ldx.IndexDatabase.Course;
import org.reprise.load.ldx.IndexDatabase.Interval;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Variant;

/**
 * The CLM report on link indexing: artifacts, first indexings of all of them, then users who create
 * links, each followed by its checks, and the same artifacts by a plain store.
 */
final class LdxMeasurement extends Measurement {
  private static final Duration GRACE = Duration.ofMinutes(2);
  private static final Duration BACKLOG_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int SHOWN = 3;

  private final LdxLoads amounts;
  private final Path folder;

  /** Targets of links that users created, of which the index answers. */
  private List<String> answered = List.of();

  LdxMeasurement(Plan plan, Deployment deployment, Path folder, RunListener listener) {
    super(plan, deployment, listener);
    this.amounts = new LdxLoads(plan);
    this.folder = folder;
  }

  private IndexDatabase index() {
    return new IndexDatabase(deployment.database(LdxSuite.LDX));
  }

  private BackLinks backLinks() {
    return new BackLinks(deployment.origin(LdxSuite.LDX), deployment.credentials());
  }

  private long artifacts(String application) throws SQLException {
    return number(application, "select count(*) from version where application = ? and tracked");
  }

  private long newestEvent(String application) throws SQLException {
    return number(
        application, "select coalesce(max(last_position), 0) from feed where application = ?");
  }

  private long number(String application, String query) throws SQLException {
    try (var connection = deployment.database(application).connect()) {
      return Sql.numbers(connection, query, application).getFirst();
    }
  }

  @Override
  protected void prepare(LoadLauncher loads, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    outcome.quantity("scale.timeFactor", amounts.timeFactor());
    if (!plan.local()) {
      return;
    }
    outcome.quantity("scale.pollSeconds", amounts.poll().toSeconds());
    listener.step("filling the applications");
    for (var application : Applications.ALL) {
      Applications.fill(deployment, application, plan.profile().number("scale"), plan.seed());
      outcome.quantity("scale." + application + "Artifacts", artifacts(application));
    }
  }

  /** The JVMs compile during the first 100,000 artifacts. */
  @Override
  protected List<Execution> warmUps() {
    var indexing = new LdxLoads.Indexing(Phase.WARM_UP, LdxSuite.SOURCES, 2);
    return plan.local() ? List.of(new IndexingExecution(indexing, 1)) : List.of();
  }

  @Override
  protected List<Execution> executions(int repetition) {
    return amounts.runs().stream()
        .<Execution>map(run ->
            switch (run) {
              case LdxLoads.Linking it -> new LinkingExecution(it, repetition);
              case LdxLoads.Indexing it -> new IndexingExecution(it, repetition);
            })
        .toList();
  }

  @Override
  protected void finish(RunEngine engine) throws IOException, SQLException, InterruptedException {
    listener.step("back-links");
    var known = plan.local() ? index().targets(plan.profile().count("lookUps")) : answered;
    if (known.isEmpty()) {
      listener.notice("no back-links are asked for: no link was created since the run went on");
    } else {
      engine.measure(new Questions(known), 1);
    }
    if (plan.local() && plan.profile().count("plainItems") > 0) {
      listener.step("the same artifacts by a plain store");
      PlainStore.compare(
          deployment,
          index(),
          plan.profile().count("plainItems"),
          folder.resolve("plain-store"),
          engine.outcome());
    }
  }

  /** Questions for the back-links of artifacts, one after another, after some that do not count. */
  private final class Questions extends Repeated {
    private static final String P99 = "discover-p99";
    private static final int ROUNDS = 10; // each has a percentile, and all of them its spread

    private final List<String> artifacts;
    private List<Histogram> rounds = List.of();
    private @Nullable String refusal;

    /** Its name is that of the quantity, which is worth nothing where the execution is not. */
    Questions(List<String> artifacts) {
      super(P99, 1);
      this.artifacts = artifacts;
    }

    @Override
    public Load arrange() {
      var shape = new Shape.Circles(1, plan.profile().count("lookUps"));
      var phases = List.of(new Phase(P99, P99, Variant.SEARCH, shape));
      return load(Questions.class, phases, Map.of(), GRACE);
    }

    @Override
    public List<Sample> send(LoadLauncher launcher, Load load) throws IOException {
      var phase = load.spec().phases().getFirst();
      var recorder = new Recorder(phase);
      refusal = null;
      rounds = Stream.generate(() -> new Histogram(3)).limit(ROUNDS).toList();
      try (var index = backLinks()) {
        for (int i = -plan.profile().count("lookUpsBefore"); recorder.goesOn(i); i++) {
          var begin = System.nanoTime();
          index.toOne(artifacts.get(Math.floorMod(i, artifacts.size())));
          if (i >= 0) {
            var end = System.nanoTime();
            recorder.begin();
            recorder.record(P99, begin, end);
            recorder.flowEnded(end);
            var round = (int) (i * ROUNDS / phase.shape().plannedFlows());
            rounds.get(round).recordValue(end - begin);
          }
        }
      } catch (BackLinks.ConfigurationRequired e) {
        refusal = e.getMessage();
        return List.of();
      }
      return List.of(recorder.sample());
    }

    @Override
    public void check(List<Sample> samples, Outcome outcome) {
      if (refusal != null) {
        check(outcome, "links-not-asked-for", !plan.local(), refusal);
        return;
      }
      outcome.quantity(P99, rounds.stream().map(it -> it.getValueAtPercentile(99) / 1e6).toList());
    }
  }

  /**
   * The first indexing of one or two data sources by an empty index. Nothing is sent: each user of
   * the load lets one data source be read and waits in this process until the index is what its
   * feed says. How long the index worked is taken from its own log.
   */
  private final class IndexingExecution extends Repeated {
    private final LdxLoads.Indexing run;
    private final Map<String, Long> members = new LinkedHashMap<>();
    private final Map<String, Course> courses = new ConcurrentSkipListMap<>();
    private double sizeBefore;

    IndexingExecution(LdxLoads.Indexing run, int repetition) {
      super(run.experiment(), repetition);
      this.run = run;
    }

    @Override
    public void reset() throws IOException, SQLException, InterruptedException {
      index().empty(run.threads());
      sizeBefore = index().sizeMiB();
      members.clear();
      courses.clear();
      for (var source : run.sources()) {
        members.put(source, artifacts(source));
      }
    }

    @Override
    public Load arrange() {
      var phases = List.of(Phase.of(name(), new Shape.Circles(members.size(), 1)));
      var grace = amounts.limit(run).plus(GRACE);
      return load(IndexingExecution.class, phases, Map.of(), grace);
    }

    @Override
    public List<Sample> send(LoadLauncher launcher, Load load)
        throws IOException, InterruptedException {
      var sources = new ConcurrentLinkedQueue<>(run.sources());
      var recorder = new Recorder(load.spec().phases().getFirst());
      return List.of(
          InProcessRunner.run(recorder, load.spec().grace(), it -> read(sources.remove(), it)));
    }

    private void read(String source, Recorder recorder) {
      try {
        var limit = amounts.limit(run);
        long all = members.getOrDefault(source, 0L);
        var half = all / 2.0;
        index().resume(source);
        // Counting them takes the longer the more there are.
        var look = IndexDatabase.LOOK.plusMillis(all / 200);
        var isHalfway =
            Condition.await(
                limit, look, () -> index().isCurrent(source) || index().artifacts(source) >= half);
        var halfway = index().firstIndexing(source);
        if (isHalfway
            && Condition.await(limit, IndexDatabase.LOOK, () -> index().isCurrent(source))) {
          var whole = index().firstIndexing(source);
          courses.put(source, new Course(all, halfway.toNanos() / 1e9, whole.toNanos() / 1e9));
          recorder.record(operation(source), whole);
          recorder.flowEnded(System.nanoTime());
        } else {
          recorder.failed(operation(source), "%s is not indexed in %s".formatted(source, limit));
        }
      } catch (IOException | SQLException e) {
        recorder.failed(operation(source), String.valueOf(e.getMessage()));
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        recorder.failed(operation(source), "interrupted");
      }
    }

    private static String operation(String source) {
      return source.equals(Applications.CCM) ? "index-work-items" : "index-test-artifacts";
    }

    @Override
    public void check(List<Sample> samples, Outcome outcome) throws SQLException {
      for (var source : run.sources()) {
        var indexed = index().artifacts(source);
        var skipped = index().skipped();
        long all = members.getOrDefault(source, -1L);
        outcome.add(
            new Check(
                "first-indexing.%s.%s".formatted(id(), source),
                indexed == all && skipped == 0,
                "%,d of %,d members of the feed of %s are in the index, %,d were skipped"
                    .formatted(indexed, all, source, skipped)));
      }
      if (courses.size() < run.sources().size()) {
        return;
      }
      if (courses.size() == 1) {
        var course = courses.values().iterator().next();
        outcome.quantity("initial-rate." + name(), course.rate());
        outcome.quantity("artifacts." + run.sources().getFirst(), course.members());
        course.trend().ifPresent(it -> outcome.quantity("second-half." + name(), it));
      } else {
        outcome.quantity(
            "initial-rate." + name(),
            courses.values().stream().mapToDouble(Course::firstHalf).sum());
      }
      // A machine with no more processors than threads could not break the bound.
      var threads = run.threads() * courses.size();
      if (threads < Runtime.getRuntime().availableProcessors()) {
        outcome.quantity("threads-below-processors." + name(), threads);
      }
      if (courses.size() == LdxSuite.SOURCES.size()) {
        outcome.quantity("index-size.before", sizeBefore);
        outcome.quantity("index-size.after", index().sizeMiB());
        outcome.quantity("index-size.links", index().links());
        outcome.quantity("index-size.text", index().textMiB());
      }
    }
  }

  /**
   * Users of one scenario: load, the wait until the index has read all of it, and the look at the
   * index: every link that was created, and no other.
   */
  private final class LinkingExecution extends Repeated {
    private final LdxLoads.Linking run;
    private long eventsBefore;
    private List<Long> before = List.of();
    private Instant began = Instant.now();
    private final Set<Link> links = new LinkedHashSet<>();
    private Set<Link> found = Set.of();
    private List<String> targets = List.of();

    /** Why the index is not asked about these artifacts; null where it is. */
    private @Nullable String refusal;

    LinkingExecution(LdxLoads.Linking run, int repetition) {
      super(run.users().experiment(), repetition);
      this.run = run;
    }

    @Override
    public void reset() throws IOException, SQLException, InterruptedException {
      if (!plan.local()) {
        return;
      }
      for (var source : LdxSuite.SOURCES) {
        index().resume(source);
        if (!Condition.await(BACKLOG_TIMEOUT, LOOK, () -> index().isCurrent(source))) {
          throw new IllegalStateException("the index does not come to the end of " + source);
        }
      }
    }

    @Override
    public Load arrange() throws IOException, SQLException, InterruptedException {
      began = Instant.now();
      if (plan.local()) {
        before = index().linksBeside(List.of());
        eventsBefore = newestEvent(changed());
      }
      var phases = List.of(Phase.of(name(), run.shape()));
      var users = run.users().groups().getFirst();
      LinkCreationSimulation.Load load;
      try (var calls = Applications.calls(deployment)) {
        load = LinkCreationSimulation.Load.of(users, run.arrival(), calls, deployment::origin);
      }
      return load(LinkCreationSimulation.class, phases, load, users.think().plus(GRACE));
    }

    /**
     * Waits until the index knows every link; one that does not fails the checks. An index that
     * requires a configuration for artifacts with versions refuses them once it has read them.
     */
    @Override
    public void rest(List<Sample> samples) throws IOException, SQLException, InterruptedException {
      links.clear();
      refusal = null;
      var sample = samples.getFirst();
      sample.acknowledged(Link.KIND).forEach(it -> links.add(Link.of(it)));
      targets = links.stream().map(Link::target).toList();
      var ends = Stream.concat(targets.stream(), links.stream().map(Link::source)).toList();
      try (var index = backLinks()) {
        var _ =
            Condition.await(
                BACKLOG_TIMEOUT,
                LOOK,
                () ->
                    index.to(ends).containsAll(links)
                        && (!plan.local() || index().openPolls(sample.end()) == 0));
        found = index.to(targets);
        answered = targets;
      } catch (BackLinks.ConfigurationRequired e) {
        refusal = e.getMessage();
      }
    }

    @Override
    public void check(List<Sample> samples, Outcome outcome) throws SQLException {
      var sample = samples.getFirst();
      checkLinks(outcome);
      outcome.quantity(
          name() + ".links",
          sample.rates(run.users().factor(), List.of(LinkCreationSimulation.LINK)));
      if (!plan.local()) {
        return;
      }
      var others = index().linksBeside(targets);
      check(
          outcome,
          "other-links-stay",
          others.equals(before),
          "links to other artifacts, with their checksum: %s before, %s now"
              .formatted(before, others));
      var skipped = index().skipped();
      var failed = index().failedPolls(began);
      check(
          outcome,
          "all-read",
          skipped == 0 && failed == 0,
          "the index has skipped %,d resources, %,d of its polls failed"
              .formatted(skipped, failed));
      for (var source : LdxSuite.SOURCES) {
        course(source, sample, outcome);
      }
      if (!links.isEmpty()) {
        var events = newestEvent(changed()) - eventsBefore;
        outcome.quantity("changes-per-link." + name(), (double) events / links.size());
      }
      if (run.users().projected()) {
        outcome.quantity(
            "projection-carried." + name(), sample.flowsPerSecond() / run.users().perSecond());
      }
    }

    private void checkLinks(Outcome outcome) {
      if (refusal != null) {
        // An index that the run has started must not refuse.
        check(outcome, "links-not-asked-for", !plan.local(), refusal);
        return;
      }
      var missing = links.stream().filter(it -> !found.contains(it)).toList();
      var wrong = found.stream().filter(it -> !links.contains(it)).toList();
      check(
          outcome,
          "every-link-indexed",
          missing.isEmpty() && !links.isEmpty(),
          "%,d links were created, %,d of them are not in the index%s"
              .formatted(links.size(), missing.size(), shown(missing)));
      check(
          outcome,
          "no-other-link",
          wrong.isEmpty(),
          "%,d other links to these artifacts%s".formatted(wrong.size(), shown(wrong)));
    }

    private static String shown(List<Link> some) {
      return some.stream()
          .limit(SHOWN)
          .map(Link::text)
          .collect(joining(", ", some.isEmpty() ? "" : ": ", ""));
    }

    private void course(String source, Sample sample, Outcome outcome) throws SQLException {
      // The first interval has changes of before it.
      var from = sample.start().plus(amounts.poll());
      var intervals = index().intervals(source, from, sample.end());
      report(outcome, "index-rate." + source, Interval.rate(intervals));
      if (source.equals(changed())) {
        report(outcome, "retrieved-trend", Interval.trend(intervals, Interval::retrieved));
        report(outcome, "duration-trend", Interval.trend(intervals, Interval::millis));
        report(outcome, "retrieved", Interval.mean(intervals, Interval::retrieved));
        report(outcome, "duration", Interval.mean(intervals, Interval::millis));
        var poll = amounts.poll().toMillis();
        report(outcome, "busy", Interval.mean(intervals, it -> (double) it.millis() / poll));
      }
    }

    private void report(Outcome outcome, String what, OptionalDouble value) {
      value.ifPresent(it -> outcome.quantity(what + "." + name(), it));
    }

    /** The application whose changes by link the report tells: that of test cases, if used. */
    private String changed() {
      return run.scenario().to().equals(Applications.QM) ? Applications.QM : run.scenario().from();
    }
  }
}
