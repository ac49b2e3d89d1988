package org.reprise.load.ldx;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Link;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.ldx.IndexDatabase.Interval;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Variant;

/**
 * Users of one scenario: load, the wait until the index has read all of it, and the look at the
 * index: every link that was created, and no other.
 */
final class LinkingExecution implements Execution {
  private static final Duration GRACE = Duration.ofMinutes(2);
  private static final Duration BACKLOG_TIMEOUT = Duration.ofMinutes(10);
  private static final int SHOWN = 3;

  private final LdxLoads loads;
  private final LdxTarget target;
  private final LdxLoads.Linking run;
  private final int repetition;
  private long eventsBefore;
  private List<Long> before = List.of();
  private Instant began = Instant.now();
  private Optional<String> behind = Optional.empty();

  LinkingExecution(LdxLoads loads, LdxTarget target, LdxLoads.Linking run, int repetition) {
    this.loads = loads;
    this.target = target;
    this.run = run;
    this.repetition = repetition;
  }

  @Override
  public String name() {
    return run.users().experiment();
  }

  /** All data sources are read, and nothing is left to be read. */
  @Override
  public void reset() throws SQLException, InterruptedException {
    for (var source : LdxServices.SOURCES) {
      target.index().resume(source);
    }
    behind = behind();
    if (behind.isPresent()) {
      throw new IllegalStateException(behind.get());
    }
  }

  @Override
  public Load arrange() throws IOException, SQLException, InterruptedException {
    began = Instant.now();
    before = target.index().linksBeside(List.of());
    eventsBefore = target.feed(changed()).newestEvent();
    var name = Plan.name(name(), repetition);
    var phase = new Phase(name(), name(), Variant.REPORT_EXACT, run.shape());
    var users = run.users().groups().getFirst();
    var load =
        new LinkSimulation.Load(
            users,
            target.origin(run.scenario().from()).toString(),
            target.origin(run.scenario().to()).toString(),
            Applications.PROJECTS,
            run.arrival());
    return new Load(
        name,
        LinkSimulation.class,
        LoadSpec.of("links " + name, List.of(phase), load, users.think().plus(GRACE)),
        target.credentials().variables(),
        false);
  }

  /** An index that does not come to an end is a failed check: what was measured stays. */
  @Override
  public void rest(List<Sample> samples) throws IOException, SQLException, InterruptedException {
    behind = behind();
  }

  /** Waits until every change is indexed; which ones are not in the end. */
  private Optional<String> behind() throws SQLException, InterruptedException {
    for (var source : LdxServices.SOURCES) {
      try {
        target.awaitIndexed(source, BACKLOG_TIMEOUT);
      } catch (IllegalStateException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }
    return Optional.empty();
  }

  @Override
  public void check(List<Sample> samples, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    var sample = samples.getFirst();
    var links = new LinkedHashSet<Link>();
    sample.acknowledged(Link.KIND).forEach(text -> links.add(Link.of(text)));
    check(links, outcome);
    for (var source : LdxServices.SOURCES) {
      course(source, sample, outcome);
    }
    if (!links.isEmpty()) {
      var events = target.feed(changed()).newestEvent() - eventsBefore;
      outcome.quantity("changes-per-link." + name(), (double) events / links.size());
    }
    outcome.quantity(
        name() + ".links",
        sample.of(LinkSimulation.LINK).getTotalCount() / sample.seconds() * run.users().factor());
    if (run.users().projected()) {
      outcome.quantity(
          "projection-carried." + name(), sample.flowsPerSecond() / run.users().perSecond());
    }
  }

  /** Each link one by one, as applications ask for it, and that the others are as they were. */
  private void check(Set<Link> links, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    var targets = links.stream().map(Link::target).toList();
    Set<Link> found;
    try (var index = target.backLinks()) {
      found = index.to(targets);
    }
    var missing = links.stream().filter(it -> !found.contains(it)).toList();
    var wrong = found.stream().filter(it -> !links.contains(it)).toList();
    var others = target.index().linksBeside(targets);
    add(
        outcome,
        "every-link-indexed",
        missing.isEmpty() && !links.isEmpty(),
        "%,d links were created, %,d of them are not in the index%s"
            .formatted(links.size(), missing.size(), shown(missing)));
    add(
        outcome,
        "no-other-link",
        wrong.isEmpty() && others.equals(before),
        "%,d other links to these artifacts%s; links to others, with their checksum: %s before, %s now"
            .formatted(wrong.size(), shown(wrong), before, others));
    var skipped = target.index().skipped();
    var failed = target.index().failedPolls(began);
    add(
        outcome,
        "all-read",
        skipped == 0 && failed == 0 && behind.isEmpty(),
        "the index has skipped %,d resources, %,d of its polls failed%s"
            .formatted(skipped, failed, behind.map(it -> "; " + it).orElse("")));
  }

  private void add(Outcome outcome, String check, boolean passed, String detail) {
    outcome.add(new Check(check + "." + Plan.name(name(), repetition), passed, detail));
  }

  private static String shown(List<Link> some) {
    return some.stream()
        .limit(SHOWN)
        .map(Link::text)
        .collect(joining(", ", some.isEmpty() ? "" : ": ", ""));
  }

  /** What the index's log says of the counted time. */
  private void course(String source, Sample sample, Outcome outcome) throws SQLException {
    // The first interval has changes of before it.
    var from = sample.start().plus(loads.poll());
    var intervals = target.index().intervals(source, from, sample.end());
    tell(outcome, "index-rate." + source, Interval.rate(intervals));
    if (source.equals(changed())) {
      tell(outcome, "retrieved-trend", Interval.trend(intervals, Interval::retrieved));
      tell(outcome, "duration-trend", Interval.trend(intervals, Interval::millis));
      tell(outcome, "retrieved", Interval.mean(intervals, Interval::retrieved));
      tell(outcome, "duration", Interval.mean(intervals, Interval::millis));
      var poll = loads.poll().toMillis();
      tell(outcome, "busy", Interval.mean(intervals, it -> (double) it.millis() / poll));
    }
  }

  private void tell(Outcome outcome, String what, OptionalDouble value) {
    value.ifPresent(it -> outcome.quantity(what + "." + name(), it));
  }

  /** The application whose changes by link the report tells: that of test cases, if it has part. */
  private String changed() {
    return run.scenario().to().equals(Applications.QM) ? Applications.QM : run.scenario().from();
  }
}
