package org.reprise.load.judge;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Claim;
import org.reprise.load.baseline.Explanation;
import org.reprise.load.baseline.Expression;
import org.reprise.load.engine.Profile;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.Environment;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.Manifest;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;
import org.reprise.load.validity.Thresholds;
import org.reprise.load.validity.Violation;

/**
 * A report beside what was measured. Every published figure has its row, whether it was run or not;
 * claims and explanations have their verdicts.
 */
public final class Comparison {
  private final Baseline baseline;
  private final Measured measured;
  private final String profile;
  private final List<String> invalidReasons;
  private final PublishedData published;
  private final MeasuredData exact;
  private final List<FigureRecord> figures;

  private Comparison(Baseline baseline, Measured measured, String profile) {
    this.baseline = baseline;
    this.measured = measured;
    this.profile = profile;
    this.invalidReasons = invalidReasons(measured);
    this.published = new PublishedData(baseline);
    this.exact = new MeasuredData(baseline, measured, Variant.REPORT_EXACT);
    FigureJudge judge = figureJudge();
    this.figures =
        baseline.experiments().stream()
            .flatMap(e -> e.figures().stream().map(f -> judge.judge(e, f)))
            .toList();
  }

  /** Judges a run, or what somebody measured by hand. */
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
        baseline.id(),
        profile,
        target,
        invalidReasons.isEmpty(),
        invalidReasons,
        manifest,
        environment,
        claims(),
        explanations(),
        Stream.concat(figures.stream(), statements().stream()).toList(),
        Thresholds.STANDARD,
        measured);
  }

  /** Each figure of the report's experiments with what was measured for it. */
  public List<FigureRecord> figures() {
    return figures;
  }

  /** Each figure outside the tables with what was measured for it. */
  public List<FigureRecord> statements() {
    return figureJudge().statements();
  }

  /**
   * The cell of a table or the point of a chart.
   *
   * @param value a figure's id, or an expression
   * @param unit in which an expression is shown; null for its own
   */
  public FigureRecord cell(Expression value, @Nullable String unit) {
    return figures.stream()
        .filter(it -> value instanceof Expression.Name(String id) && it.id().equals(id))
        .findFirst()
        .orElseGet(() -> figureJudge().cell(value, published, unit));
  }

  private FigureJudge figureJudge() {
    return new FigureJudge(
        baseline, measured, exact, invalidReasons.stream().findFirst().orElse(null));
  }

  /** Each claim with its verdict. */
  public List<ClaimRecord> claims() {
    ClaimJudge judge = new ClaimJudge(published);
    boolean once = baseline.experiments().stream().anyMatch(e -> e.loadModel().once());
    MeasuredData judged =
        new MeasuredData(baseline, measured, once ? Variant.REPORT_EXACT : Variant.STEADY);
    Optional<Verdict> none = unjudged();
    return baseline.claims().stream()
        .map((Claim c) ->
            none.or(() -> lacking(c))
                .map(verdict -> judge.unjudged(c, verdict))
                .orElseGet(() -> judge.judge(c, judged)))
        .toList();
  }

  /** Each explanation with what came out. */
  public List<ExplanationRecord> explanations() {
    ClaimJudge judge = new ClaimJudge(published);
    Optional<Verdict> none = unjudged();
    return baseline.explanations().stream()
        .map((Explanation it) ->
            none.or(() -> notRun(it))
                .map(verdict -> judge.unjudged(it, verdict))
                .orElseGet(() -> judge.judge(it, exact)))
        .toList();
  }

  private Optional<Verdict> notRun(Explanation it) {
    return Optional.ofNullable(measured.notRun().get(it.id())).map(Verdict.NotMeasured::new);
  }

  /**
   * What stands in the place of a claim's verdict where roles that need processors of their own
   * shared the machine's. Nothing is said of a system whose processes are not ours.
   */
  private Optional<Verdict> lacking(Claim claim) {
    List<RoleProcessors> without =
        measured.roles().stream()
            .filter(it -> claim.needs().contains(it.role()) && it.cores() == null)
            .toList();
    if (without.isEmpty()) {
      return Optional.empty();
    }
    String why =
        without.stream()
            .map(RoleProcessors::why)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse("here they were not limited");
    return Optional.of(
        new Verdict.NotComparable(
            "in the report %s had processors of their own; %s"
                .formatted(
                    without.stream().map(RoleProcessors::role).collect(joining(" and ")), why)));
  }

  private Optional<Verdict> unjudged() {
    if (!invalidReasons.isEmpty()) {
      return Optional.of(new Verdict.Invalid("the run is invalid"));
    }
    return judgesClaims(baseline.system(), profile)
        ? Optional.empty()
        : Optional.of(new Verdict.NotMeasured(profile + " judges no claim"));
  }

  /**
   * Returns whether a profile is long enough for verdicts; what is none, such as a run by hand, is.
   */
  public static boolean judgesClaims(String system, String profile) {
    return Profile.all(system).stream()
        .filter(it -> it.name().equals(profile))
        .allMatch(Profile::judged);
  }

  private static List<String> invalidReasons(Measured measured) {
    List<String> reasons = new ArrayList<>(measured.invalidReasons());
    measured.violations().stream()
        .filter(it -> it.fatal() && !it.isDisturbance())
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
