package org.reprise.load.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Throttled;
import org.reprise.load.measure.Usage;
import org.reprise.load.validity.Thresholds;
import org.reprise.load.validity.Violation;

/**
 * run.json: everything about a run, enough to draw its page again.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION} of the program that wrote it
 * @param runId the directory's name
 * @param system for example {@code cps}
 * @param profile {@code smoke}, {@code quick} or {@code full}
 * @param target {@code local}, {@code compose} or the URL
 * @param valid whether its figures say something
 * @param invalidReasons why not; empty exactly where the run is valid
 * @param report the report that it is compared with
 * @param manifest how to do it again
 * @param environment where it ran
 * @param experiments every experiment of the report, run or not
 * @param tables in which the figures are shown
 * @param highlights the few values on top of the page, each a row with one cell
 * @param statements every figure of the report outside its tables
 * @param claims every claim of the report
 * @param explanations every explanation
 * @param floors measured in the same run
 * @param checks of what the system held afterwards
 * @param openLoads the course of each experiment with an open model
 * @param benches of the system's capacity, beside their floors
 * @param usages what each process used in each execution
 * @param roles whose processors the report or the run tells
 * @param throttled how much of each phase the limited roles were held back
 * @param summary the few numbers that other programs read
 * @param quantities what the explanations' experiments measured beside operations
 * @param resources over the run's clock
 * @param phases on the same clock
 * @param validity by what the run was judged to say something; null in files of schema 1
 */
public record RunRecord(
    int schemaVersion,
    String runId,
    String system,
    String profile,
    String target,
    boolean valid,
    List<String> invalidReasons,
    PublishedReport report,
    Manifest manifest,
    Environment environment,
    List<ExperimentRecord> experiments,
    List<TableRecord> tables,
    List<TableRecord.Row> highlights,
    List<StatementRecord> statements,
    List<ClaimRecord> claims,
    List<ExplanationRecord> explanations,
    List<Floor> floors,
    List<Check> checks,
    List<OpenLoad> openLoads,
    List<Bench> benches,
    List<Usage> usages,
    List<RoleRecord> roles,
    List<Throttled> throttled,
    Map<String, Double> summary,
    Map<String, Double> quantities,
    List<ResourceSeries> resources,
    List<Phase> phases,
    @Nullable Validity validity) {
  /** The version that this program writes; a newer one is refused on reading. */
  public static final int SCHEMA_VERSION = 2;

  /** The reason that a run which was stopped before its end carries. */
  public static final String INTERRUPTED = "interrupted";

  public RunRecord {
    invalidReasons = List.copyOf(invalidReasons);
    if (valid != invalidReasons.isEmpty()) {
      throw new IllegalArgumentException(
          "a run is valid exactly where it has no reason to be invalid: valid=%s, reasons %s"
              .formatted(valid, invalidReasons));
    }
    experiments = List.copyOf(experiments);
    tables = List.copyOf(tables);
    highlights = List.copyOf(highlights);
    statements = List.copyOf(statements);
    claims = List.copyOf(claims);
    explanations = List.copyOf(explanations);
    floors = List.copyOf(floors);
    checks = List.copyOf(checks);
    openLoads = List.copyOf(openLoads);
    benches = List.copyOf(benches);
    usages = List.copyOf(usages);
    roles = List.copyOf(roles);
    throttled = List.copyOf(throttled);
    summary = Collections.unmodifiableMap(new LinkedHashMap<>(summary));
    quantities = Collections.unmodifiableMap(new LinkedHashMap<>(quantities));
    resources = List.copyOf(resources);
    phases = List.copyOf(phases);
  }

  /** What was noticed about the run and does not make it invalid. */
  @JsonIgnore
  public List<String> notices() {
    return validity == null
        ? List.of()
        : validity.violations().stream().filter(it -> !it.fatal()).map(Violation::text).toList();
  }

  /**
   * By what a run was judged to say something.
   *
   * @param thresholds of the rules
   * @param violations each rule that an execution broke, those that are only noted included
   */
  public record Validity(Thresholds thresholds, List<Violation> violations) {
    public Validity {
      violations = List.copyOf(violations);
    }
  }
}
