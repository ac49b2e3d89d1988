package org.reprise.load.ldx;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Outcome;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Variant;

/**
 * Users of one scenario: load, the wait until the index has read all of it, and the look at the
 * index: every link that was created, and no other.
 */
final class LinkingExecution implements Execution {
  private static final Duration GRACE = Duration.ofMinutes(2);
  private static final Duration LONGEST_BACKLOG = Duration.ofMinutes(10);
  private static final int SHOWN = 3;

  private final LdxPlan plan;
  private final LdxTarget target;
  private final LdxRun.Linking run;
  private final int repetition;
  private final Map<String, Long> eventsBefore = new HashMap<>();
  private long linksBefore;

  LinkingExecution(LdxPlan plan, LdxTarget target, LdxRun.Linking run, int repetition) {
    this.plan = plan;
    this.target = target;
    this.run = run;
    this.repetition = repetition;
  }

  @Override
  public String name() {
    return run.experiment();
  }

  /** All data sources are read, and nothing is left to be read. */
  @Override
  public void reset() throws SQLException, InterruptedException {
    for (var source : LdxServices.SOURCES) {
      target.index().resume(source);
    }
    awaitIndexed();
  }

  @Override
  public Load arrange() throws SQLException {
    linksBefore = target.index().links();
    for (var source : LdxServices.SOURCES) {
      eventsBefore.put(source, target.feed(source).newestEvent());
    }
    var shape = plan.shape(run);
    var think = plan.think(run);
    var name = repetition == 1 ? run.experiment() : run.experiment() + "-" + repetition;
    var phase = new Phase(run.experiment(), run.experiment(), Variant.REPORT_EXACT, shape);
    var load =
        new LinkLoad(
            run.scenario().id(),
            target.origin(run.scenario().from()).toString(),
            target.origin(run.scenario().to()).toString(),
            LdxServices.PROJECTS,
            run.users(),
            think.toMillis());
    return new Load(
        name,
        LinkSimulation.class,
        LoadSpec.of("links " + name, List.of(phase), load, think.plus(GRACE)),
        Map.of(
            Properties.USERNAME, target.credentials().username(),
            Properties.PASSWORD, target.credentials().password()),
        false);
  }

  @Override
  public void rest(List<Sample> samples) throws SQLException, InterruptedException {
    awaitIndexed();
  }

  private void awaitIndexed() throws SQLException, InterruptedException {
    for (var source : LdxServices.SOURCES) {
      var feed = target.feed(source);
      try {
        IndexDatabase.await(
            "every change of %s is indexed".formatted(source),
            LONGEST_BACKLOG,
            IndexDatabase.LOOK,
            () ->
                feed.unpublished() == 0
                    && target.index().isCurrent(source)
                    && target.index().syncOrder(source, feed.baseCutoff()) >= feed.newestEvent());
      } catch (IllegalStateException e) {
        throw new IllegalStateException(
            "%s; the index says: %s".formatted(e.getMessage(), target.index().failure(source)), e);
      }
    }
  }

  @Override
  public void check(List<Sample> samples, Outcome outcome) throws SQLException {
    var sample = samples.getFirst();
    var links = new LinkedHashSet<Link>();
    sample.acknowledged(Link.KIND).forEach(text -> links.add(Link.of(text)));
    check(links, outcome);
    for (var source : LdxServices.SOURCES) {
      var poll = plan.profile().poll();
      // The first interval of the counted time has changes of before it.
      var course =
          new IntervalCourse(
              target.index().intervals(source, sample.start().plus(poll), sample.end()));
      course
          .rate()
          .ifPresent(rate -> outcome.quantity("index-rate.%s.%s".formatted(source, name()), rate));
      if (source.equals(run.scenario().from())) {
        course
            .retrievedTrend()
            .ifPresent(trend -> outcome.quantity("retrieved-trend." + name(), trend));
        course
            .durationTrend()
            .ifPresent(trend -> outcome.quantity("duration-trend." + name(), trend));
        course(course, outcome);
      }
    }
    changes(links.size(), outcome);
    outcome.quantity(
        name() + ".links", sample.of(LinkFlow.LINK).getTotalCount() / sample.seconds() * factor());
    if (run.projected()) {
      outcome.quantity("projection-carried." + name(), sample.flowsPerSecond() / run.perSecond());
    }
  }

  /** How long a second of the report is here. */
  private double factor() {
    return run.projected() ? 1 : plan.profile().timeFactor();
  }

  /** Each link one by one, and that there is none beside them. */
  private void check(Set<Link> links, Outcome outcome) throws SQLException {
    var missing = target.index().missing(links);
    var more = target.index().links() - linksBefore - (links.size() - missing.size());
    var shown = missing.stream().limit(SHOWN).map(Link::text).toList();
    outcome.add(
        new Check(
            "every-link-indexed." + checkName(),
            missing.isEmpty() && !links.isEmpty(),
            "%,d links were created, %,d of them are not in the index%s"
                .formatted(
                    links.size(),
                    missing.size(),
                    shown.isEmpty() ? "" : ": " + String.join(", ", shown))));
    outcome.add(
        new Check(
            "no-other-link." + checkName(),
            more == 0,
            "the index has %,d links beside those that were there and were created"
                .formatted(more)));
    outcome.add(
        new Check(
            "nothing-skipped." + checkName(),
            target.index().skipped() == 0,
            "the index has skipped %,d resources".formatted(target.index().skipped())));
  }

  private String checkName() {
    return repetition == 1 ? name() : name() + "-" + repetition;
  }

  /** Of the levels that the report tells most of. */
  private void course(IntervalCourse course, Outcome outcome) {
    switch (name()) {
      case "ccm-rm-270" -> {
        outcome.quantity("log-row.retrieved", course.meanRetrieved());
        outcome.quantity("log-row.duration", course.meanDurationMs());
      }
      case "qm-rm-150" ->
          course
              .linkRate()
              .ifPresent(rate -> outcome.quantity("index-rate.test-cases.qm-rm", rate));
      default -> {}
    }
  }

  private void changes(int links, Outcome outcome) throws SQLException {
    var source =
        run.scenario().to().equals(LdxServices.QM) ? LdxServices.QM : run.scenario().from();
    if (links > 0) {
      var events = target.feed(source).newestEvent() - eventsBefore.getOrDefault(source, 0L);
      outcome.quantity("changes-per-link." + name(), (double) events / links);
    }
  }
}
