package org.reprise.load.ldx;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Outcome;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Variant;

/** The first indexing of one or two data sources by an empty index. */
final class IndexingExecution implements Execution {
  private static final Duration SLACK = Duration.ofMinutes(2);
  private static final int SLOWER = 20;

  private final LdxPlan plan;
  private final LdxTarget target;
  private final LdxRun.Indexing run;
  private final int repetition;
  private final boolean counted;
  private double sizeBefore;

  /**
   * One of them.
   *
   * @param counted whether it yields figures, or warms up
   */
  IndexingExecution(
      LdxPlan plan, LdxTarget target, LdxRun.Indexing run, int repetition, boolean counted) {
    this.plan = plan;
    this.target = target;
    this.run = run;
    this.repetition = repetition;
    this.counted = counted;
  }

  @Override
  public String name() {
    return run.experiment();
  }

  @Override
  public void reset() throws SQLException, InterruptedException {
    target.index().empty(run.threads());
    sizeBefore = target.index().sizeMiB();
  }

  @Override
  public Load arrange() throws SQLException {
    var sources = new ArrayList<FirstIndexing.Source>();
    for (var source : run.sources()) {
      sources.add(
          new FirstIndexing.Source(source, target.feed(source).members(), operation(source)));
    }
    var limit = plan.length(run).multipliedBy(SLOWER).plus(SLACK);
    var name = repetition == 1 ? name() : name() + "-" + repetition;
    var shape = new Shape.Circles(sources.size(), 1);
    var database = target.index().database();
    return new Load(
        name,
        FirstIndexing.class,
        LoadSpec.of(
            "first indexing " + name,
            List.of(
                counted
                    ? new Phase(name(), name(), Variant.REPORT_EXACT, shape)
                    : Phase.warmUp(name(), shape)),
            new FirstIndexing.Settings(
                database.jdbcUrl(), database.username(), sources, limit.toSeconds()),
            limit.plus(SLACK)),
        Map.of(FirstIndexing.PASSWORD, database.password()),
        false);
  }

  /** As the baseline calls the first indexing of a data source. */
  private static String operation(String source) {
    return source.equals(LdxServices.CCM) ? "index-work-items" : "index-test-artifacts";
  }

  @Override
  public void check(List<Sample> samples, Outcome outcome) throws SQLException {
    var courses =
        samples.getFirst().acknowledged(FirstIndexing.COURSE).stream()
            .map(FirstIndexing.Course::of)
            .toList();
    var members = courses.stream().mapToLong(FirstIndexing.Course::members).sum();
    var seconds = courses.stream().mapToDouble(FirstIndexing.Course::seconds).max().orElse(0);
    if (seconds > 0) {
      outcome.quantity("initial-rate." + name(), members / seconds);
    }
    outcome.quantity("threads." + name(), run.threads());
    for (var course : courses) {
      check(course, outcome);
    }
    if (run.sources().size() == LdxServices.SOURCES.size()) {
      outcome.quantity("index-size.before", sizeBefore);
      outcome.quantity("index-size.after", target.index().sizeMiB());
      outcome.quantity("index-size.links", target.index().links());
    }
  }

  private void check(FirstIndexing.Course course, Outcome outcome) throws SQLException {
    var indexed = target.index().artifacts(course.source());
    outcome.add(
        new Check(
            "first-indexing.%s.%s.%d".formatted(name(), course.source(), repetition),
            indexed == course.members() && target.index().skipped() == 0,
            "%,d of %,d members of the feed of %s are in the index, %,d were skipped"
                .formatted(indexed, course.members(), course.source(), target.index().skipped())));
    if (run.sources().size() == 1) {
      outcome.quantity("artifacts." + course.source(), course.members());
      outcome.quantity("second-half." + name(), course.secondHalf());
    }
  }
}
