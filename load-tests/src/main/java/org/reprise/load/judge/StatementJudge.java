package org.reprise.load.judge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.FigureKind;
import org.reprise.load.baseline.Formula;
import org.reprise.load.baseline.Statement;
import org.reprise.load.baseline.UsageOf;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Repeats;
import org.reprise.load.run.StatementRecord;
import org.reprise.load.run.Verdict;
import org.reprise.load.run.Verdict.ByConstruction;
import org.reprise.load.run.Verdict.Invalid;
import org.reprise.load.run.Verdict.NotComparable;
import org.reprise.load.run.Verdict.NotMeasured;

/**
 * Puts what was measured beside the figures that stand outside a report's tables, and computes anew
 * what follows from them.
 */
final class StatementJudge {
  private final Baseline baseline;
  private final Measured measured;
  private final @Nullable String runInvalid;

  /** Values so far: inputs as published, results as measured. */
  private final Map<String, Double> values = new HashMap<>();

  /** Those that rest on something measured. */
  private final Map<String, Boolean> found = new HashMap<>();

  StatementJudge(Baseline baseline, Measured measured, @Nullable String runInvalid) {
    this.baseline = baseline;
    this.measured = measured;
    this.runInvalid = runInvalid;
  }

  List<StatementRecord> judge() {
    return baseline.statements().stream().map(this::judge).toList();
  }

  private StatementRecord judge(Statement statement) {
    String formula = statement.formula();
    if (formula != null) {
      return derived(statement, Formula.parse(formula));
    }
    if (statement.kind() != FigureKind.MEASURED) {
      note(statement, statement.value(), false);
      return record(
          statement, null, new ByConstruction("an input of the report, which is taken over"));
    }
    found.put(statement.id(), true);
    Double value = value(statement);
    if (value == null) {
      return record(statement, null, new NotMeasured("not measured in this run"));
    }
    note(statement, value, true);
    String note = statement.note();
    return record(
        statement,
        value,
        note == null || runInvalid != null ? verdict(statement.id()) : new NotComparable(note));
  }

  private @Nullable Double value(Statement statement) {
    UsageOf usage = statement.usage();
    if (usage == null) {
      return measured.quantities().get(statement.id());
    }
    Repeats values = Usages.of(measured.usages(), usage);
    return values.isEmpty() ? null : values.median();
  }

  private StatementRecord derived(Statement statement, Formula formula) {
    boolean rests = formula.figures().stream().anyMatch(id -> found.getOrDefault(id, false));
    found.put(statement.id(), rests);
    Optional<String> without =
        formula.figures().stream().filter(id -> !values.containsKey(id)).findFirst();
    if (without.isPresent()) {
      return record(
          statement, null, new NotMeasured("follows from " + without.get() + ", not measured"));
    }
    double value = formula.value(id -> values.getOrDefault(id, 0.0));
    note(statement, value, rests);
    if (!rests) {
      return record(
          statement, value, new ByConstruction("computed from the report's inputs, as there"));
    }
    return record(
        statement,
        value,
        formula.figures().stream()
            .filter(id -> found.getOrDefault(id, false))
            .findFirst()
            .map(this::verdict)
            .orElseThrow());
  }

  private void note(Statement statement, double value, boolean rests) {
    values.put(statement.id(), value);
    found.put(statement.id(), rests);
  }

  private Verdict verdict(String id) {
    if (runInvalid != null) {
      return new Invalid(runInvalid);
    }
    return measured.quantities().getOrDefault(id + "IsLowerBound", 0.0) > 0
        ? new NotComparable("a lower bound: the load ended before the system did")
        : new NotComparable("an absolute figure of another machine: its ratio is told");
  }

  private static StatementRecord record(
      Statement statement, @Nullable Double value, Verdict verdict) {
    return new StatementRecord(
        statement.id(),
        statement.title(),
        statement.kind(),
        statement.value(),
        value,
        statement.unit(),
        value == null || statement.value() == 0 ? null : value / statement.value(),
        verdict.word(),
        verdict.why());
  }
}
