package org.reprise.load.ldx;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reprise.load.clm.Applications;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
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

  private final LdxLoads loads;
  private final LdxTarget target;
  private final LdxLoads.Indexing run;
  private final int repetition;
  private final List<FirstIndexing.Source> sources = new ArrayList<>();
  private double sizeBefore;

  /** One that the baseline does not have warms up, and yields no figures. */
  IndexingExecution(LdxLoads loads, LdxTarget target, LdxLoads.Indexing run, int repetition) {
    this.loads = loads;
    this.target = target;
    this.run = run;
    this.repetition = repetition;
  }

  @Override
  public String name() {
    return run.experiment();
  }

  @Override
  public void reset() throws SQLException, InterruptedException {
    target.index().empty(run.threads());
    sizeBefore = target.index().sizeMiB();
    sources.clear();
    for (var source : run.sources()) {
      sources.add(
          new FirstIndexing.Source(source, target.feed(source).members(), operation(source)));
    }
  }

  @Override
  public Load arrange() {
    var limit = loads.limit(run);
    var name = Plan.name(name(), repetition);
    var shape = new Shape.Circles(sources.size(), 1);
    var database = target.index().database();
    return new Load(
        name,
        FirstIndexing.class,
        LoadSpec.of(
            "first indexing " + name,
            List.of(
                loads.plan().baseline().experiment(name()).isPresent()
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
    return source.equals(Applications.CCM) ? "index-work-items" : "index-test-artifacts";
  }

  @Override
  public void check(List<Sample> samples, Outcome outcome) throws SQLException {
    for (var source : sources) {
      checkAll(source, outcome);
    }
    var courses = sources.stream().map(it -> course(samples.getFirst(), it)).toList();
    if (courses.stream().anyMatch(it -> it.seconds() == 0)) {
      return;
    }
    if (courses.size() == 1) {
      outcome.quantity("initial-rate." + name(), courses.getFirst().rate());
      outcome.quantity("artifacts." + sources.getFirst().name(), courses.getFirst().members());
      courses.getFirst().trend().ifPresent(it -> outcome.quantity("second-half." + name(), it));
    } else {
      outcome.quantity(
          "initial-rate." + name(), courses.stream().mapToDouble(IndexingCourse::firstHalf).sum());
    }
    // A machine with no more processors than threads could not break the bound.
    var threads = run.threads() * sources.size();
    if (threads < Runtime.getRuntime().availableProcessors()) {
      outcome.quantity("threads-below-processors." + name(), threads);
    }
    if (sources.size() == LdxServices.SOURCES.size()) {
      outcome.quantity("index-size.before", sizeBefore);
      outcome.quantity("index-size.after", target.index().sizeMiB());
      outcome.quantity("index-size.links", target.index().links());
      outcome.quantity("index-size.text", target.index().textMiB());
    }
  }

  private static IndexingCourse course(Sample sample, FirstIndexing.Source source) {
    return new IndexingCourse(
        source.members(),
        sample.of(source.half()).getMean() / 1e9,
        sample.of(source.operation()).getMean() / 1e9);
  }

  private void checkAll(FirstIndexing.Source source, Outcome outcome) throws SQLException {
    var indexed = target.index().artifacts(source.name());
    var skipped = target.index().skipped();
    outcome.add(
        new Check(
            "first-indexing.%s.%s".formatted(Plan.name(name(), repetition), source.name()),
            indexed == source.members() && skipped == 0,
            "%,d of %,d members of the feed of %s are in the index, %,d were skipped"
                .formatted(indexed, source.members(), source.name(), skipped)));
  }
}
