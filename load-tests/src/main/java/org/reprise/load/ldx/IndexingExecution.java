package org.reprise.load.ldx;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.reprise.load.clm.Applications;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.InProcessRunner;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Variant;

/**
 * The first indexing of one or two data sources by an empty index. Nothing is sent: each user of
 * the load lets one data source be read and waits in this process until the index is what its feed
 * says. How long the index worked is taken from its own log.
 */
final class IndexingExecution implements Execution {
  private static final Duration SLACK = Duration.ofMinutes(2);

  private final LdxLoads loads;
  private final LdxTarget target;
  private final IndexDatabase index;
  private final LdxLoads.Indexing run;
  private final int repetition;
  private final Map<String, Long> members = new LinkedHashMap<>();
  private double sizeBefore;

  /** One that the baseline does not have warms up, and yields no figures. */
  IndexingExecution(LdxLoads loads, LdxTarget target, LdxLoads.Indexing run, int repetition) {
    this.loads = loads;
    this.target = target;
    this.index = target.index();
    this.run = run;
    this.repetition = repetition;
  }

  /**
   * How the first indexing of a data source went, by the index's own clock.
   *
   * @param halfSeconds until half of them were indexed
   * @param seconds until all of them were
   */
  record Course(long members, double halfSeconds, double seconds) {
    double rate() {
      return members / seconds;
    }

    /**
     * Artifacts by second in the first half, during which the other data source is read, too, where
     * one has twice the artifacts of the other; all of it where it was over too soon to see its
     * half.
     */
    double firstHalf() {
      return halfSeconds < seconds ? members / 2.0 / halfSeconds : rate();
    }

    /** Rate of the second half divided by that of the first; empty where nobody saw its half. */
    OptionalDouble trend() {
      return halfSeconds < seconds
          ? OptionalDouble.of(halfSeconds / (seconds - halfSeconds))
          : OptionalDouble.empty();
    }
  }

  @Override
  public String name() {
    return run.experiment();
  }

  @Override
  public void reset() throws SQLException, InterruptedException {
    index.empty(run.threads());
    sizeBefore = index.sizeMiB();
    members.clear();
    for (var source : run.sources()) {
      members.put(source, target.feed(source).members());
    }
  }

  @Override
  public Load arrange() {
    var name = Plan.name(name(), repetition);
    var shape = new Shape.Circles(members.size(), 1);
    var phase =
        loads.plan().baseline().experiment(name()).isPresent()
            ? new Phase(name(), name(), Variant.REPORT_EXACT, shape)
            : Phase.warmUp(name(), shape);
    var spec = LoadSpec.of(name, List.of(phase), Map.of(), loads.limit(run).plus(SLACK));
    return new Load(name, IndexingExecution.class, spec, Map.of(), false);
  }

  @Override
  public List<Sample> send(LoadLauncher launcher, Load load)
      throws IOException, InterruptedException {
    var sources = new ConcurrentLinkedQueue<>(run.sources());
    var recorder = new Recorder(load.spec().phases().getFirst());
    return List.of(
        InProcessRunner.run(recorder, load.spec().grace(), it -> index(sources.remove(), it)));
  }

  private void index(String source, Recorder recorder) {
    try {
      var half = members(source) / 2.0;
      index.resume(source);
      IndexDatabase.await(
          "half of %s is indexed".formatted(source),
          loads.limit(run),
          // Counting them takes the longer the more there are.
          IndexDatabase.LOOK.plusMillis(members(source) / 200),
          () -> index.isCurrent(source) || index.artifacts(source) >= half);
      recorder.record(half(source), index.firstIndexing(source));
      IndexDatabase.await(
          "%s is indexed".formatted(source),
          loads.limit(run),
          IndexDatabase.LOOK,
          () -> index.isCurrent(source));
      recorder.record(operation(source), index.firstIndexing(source));
      recorder.flowEnded(System.nanoTime());
    } catch (SQLException | IllegalStateException e) {
      recorder.failed(operation(source), String.valueOf(e.getMessage()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      recorder.failed(operation(source), "interrupted");
    }
  }

  private long members(String source) {
    return Objects.requireNonNull(members.get(source));
  }

  /** As the baseline calls the first indexing of a data source. */
  private static String operation(String source) {
    return source.equals(Applications.CCM) ? "index-work-items" : "index-test-artifacts";
  }

  /** What the time until half of a data source is indexed is called among what is recorded. */
  private static String half(String source) {
    return "half of " + operation(source);
  }

  @Override
  public void check(List<Sample> samples, Outcome outcome) throws SQLException {
    for (var source : run.sources()) {
      checkAll(source, outcome);
    }
    var courses = run.sources().stream().map(it -> course(samples.getFirst(), it)).toList();
    if (courses.stream().anyMatch(it -> it.seconds() == 0)) {
      return;
    }
    if (courses.size() == 1) {
      outcome.quantity("initial-rate." + name(), courses.getFirst().rate());
      outcome.quantity("artifacts." + run.sources().getFirst(), courses.getFirst().members());
      courses.getFirst().trend().ifPresent(it -> outcome.quantity("second-half." + name(), it));
    } else {
      outcome.quantity(
          "initial-rate." + name(), courses.stream().mapToDouble(Course::firstHalf).sum());
    }
    // A machine with no more processors than threads could not break the bound.
    var threads = run.threads() * courses.size();
    if (threads < Runtime.getRuntime().availableProcessors()) {
      outcome.quantity("threads-below-processors." + name(), threads);
    }
    if (courses.size() == LdxServices.SOURCES.size()) {
      outcome.quantity("index-size.before", sizeBefore);
      outcome.quantity("index-size.after", index.sizeMiB());
      outcome.quantity("index-size.links", index.links());
      outcome.quantity("index-size.text", index.textMiB());
    }
  }

  private Course course(Sample sample, String source) {
    return new Course(
        members(source),
        sample.of(half(source)).getMean() / 1e9,
        sample.of(operation(source)).getMean() / 1e9);
  }

  private void checkAll(String source, Outcome outcome) throws SQLException {
    var indexed = index.artifacts(source);
    var skipped = index.skipped();
    outcome.add(
        new Check(
            "first-indexing.%s.%s".formatted(Plan.name(name(), repetition), source),
            indexed == members(source) && skipped == 0,
            "%,d of %,d members of the feed of %s are in the index, %,d were skipped"
                .formatted(indexed, members(source), source, skipped)));
  }
}
