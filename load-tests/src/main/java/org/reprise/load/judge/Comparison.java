package org.reprise.load.judge;

import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Claim;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Explanation;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Operation;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.Environment;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.Manifest;
import org.reprise.load.run.PublishedReport;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.StatementRecord;
import org.reprise.load.run.TableRecord;
import org.reprise.load.run.Verdict;
import org.reprise.load.validity.Thresholds;
import org.reprise.load.validity.Violation;

/**
 * A report beside what was measured. Every published figure has its row, whether it was run or not;
 * claims and explanations have their verdicts.
 */
public final class Comparison {
  /** The profile that is too short for a verdict. */
  public static final String SMOKE = "smoke";

  private final Baseline baseline;
  private final Measured measured;
  private final String profile;
  private final List<String> invalidReasons;
  private final PublishedData published;

  private Comparison(Baseline baseline, Measured measured, String profile) {
    this.baseline = baseline;
    this.measured = measured;
    this.profile = profile;
    this.invalidReasons = invalidReasons(measured);
    this.published = new PublishedData(baseline);
  }

  /**
   * Compares.
   *
   * @param baseline the report
   * @param measured the run, or what somebody measured by hand
   * @param profile {@code smoke} judges no claim
   */
  public static Comparison of(Baseline baseline, Measured measured, String profile) {
    return new Comparison(baseline, measured, profile);
  }

  /** How much of the report's load was run, in a sentence. */
  public String scale() {
    return Scale.statement(baseline, measured);
  }

  /** Why the run says nothing: what was noticed while it ran, and every failed check. */
  public List<String> invalidReasons() {
    return invalidReasons;
  }

  /** Everything together, as it is written to run.json. */
  public RunRecord record(String runId, String target, Manifest manifest, Environment environment) {
    return new RunRecord(
        RunRecord.SCHEMA_VERSION,
        runId,
        baseline.system(),
        profile,
        target,
        invalidReasons.isEmpty(),
        invalidReasons,
        published(),
        manifest,
        environment,
        experiments(),
        baseline.tables().stream().map(tables()::judge).toList(),
        baseline.highlights().stream().map(tables()::row).toList(),
        statements(),
        claims(),
        explanations(),
        measured.floors(),
        measured.checks(),
        measured.openLoads(),
        measured.benches(),
        measured.usages(),
        RolesJudge.records(baseline, measured),
        measured.throttled(),
        measured.summary(),
        measured.quantities(),
        measured.resources(),
        measured.phases(),
        new RunRecord.Validity(Thresholds.STANDARD, measured.violations()));
  }

  /** A table of the report, filled. */
  public TableRecord table(String id) {
    return baseline.tables().stream()
        .filter(it -> it.id().equals(id))
        .map(tables()::judge)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no table " + id));
  }

  private TableJudge tables() {
    return new TableJudge(
        baseline,
        exact(),
        published,
        experiments().stream().flatMap(e -> e.figures().stream()).toList());
  }

  private MeasuredData exact() {
    return new MeasuredData(baseline, measured, Variant.REPORT_EXACT);
  }

  private FigureJudge figures() {
    return new FigureJudge(
        baseline, measured, exact(), invalidReasons.stream().findFirst().orElse(null));
  }

  /** Each experiment of the report with its published and measured figures. */
  public List<ExperimentRecord> experiments() {
    FigureJudge figures = figures();
    return baseline.experiments().stream().map(e -> experiment(e, figures)).toList();
  }

  /** Each figure outside the tables with what was measured for it. */
  public List<StatementRecord> statements() {
    return figures().statements();
  }

  /** Each claim with its verdict. */
  public List<ClaimRecord> claims() {
    ClaimJudge judge = new ClaimJudge(published);
    boolean once = baseline.experiments().stream().anyMatch(e -> e.loadModel().once());
    MeasuredData judged =
        new MeasuredData(baseline, measured, once ? Variant.REPORT_EXACT : Variant.STEADY);
    Optional<Verdict> none = unjudged();
    return baseline.claims().stream()
        .map(it -> it.in(measured.quantities().keySet()))
        .map((Claim c) ->
            none.or(() -> RolesJudge.lacking(c, measured))
                .map(verdict -> judge.unjudged(c, verdict))
                .orElseGet(() -> judge.judge(c, judged)))
        .toList();
  }

  /** Each explanation with what came out. */
  public List<ExplanationRecord> explanations() {
    ExplanationJudge judge = new ExplanationJudge(baseline, measured, published);
    Optional<Verdict> none = unjudged();
    return baseline.explanations().stream()
        .map((Explanation e) -> none.isPresent() ? judge.unjudged(e, none.get()) : judge.judge(e))
        .toList();
  }

  private Optional<Verdict> unjudged() {
    if (!invalidReasons.isEmpty()) {
      return Optional.of(new Verdict.Invalid("the run is invalid: " + invalidReasons.getFirst()));
    }
    return profile.equals(SMOKE)
        ? Optional.of(new Verdict.NotMeasured("smoke judges no claim"))
        : Optional.empty();
  }

  private ExperimentRecord experiment(Experiment experiment, FigureJudge figures) {
    return new ExperimentRecord(
        experiment.id(),
        experiment.mode(),
        experiment.loadModel(),
        published.value(Operand.RATE, experiment.id()).map(Reading::value).orElse(null),
        measured.experiments().stream()
            .filter(r -> r.experiment().equals(experiment.id()))
            .toList(),
        measured.operations().stream().filter(o -> o.experiment().equals(experiment.id())).toList(),
        experiment.figures().stream().map(f -> figures.judge(experiment, f)).toList(),
        experiment.note());
  }

  private PublishedReport published() {
    return new PublishedReport(
        baseline.id(),
        baseline.title(),
        baseline.source(),
        baseline.summary(),
        baseline.environment(),
        baseline.operations().stream()
            .collect(toMap(Operation::id, Operation::title, (a, _) -> a, LinkedHashMap::new)),
        baseline.unavailable());
  }

  private static List<String> invalidReasons(Measured measured) {
    List<String> reasons = new ArrayList<>(measured.invalidReasons());
    measured.violations().stream()
        .filter(Violation::fatal)
        .map(Violation::text)
        .filter(it -> !reasons.contains(it))
        .forEach(reasons::add);
    for (Check check : measured.checks()) {
      if (!check.passed()) {
        reasons.add("check %s failed: %s".formatted(check.id(), check.detail()));
      }
    }
    return List.copyOf(reasons);
  }
}
