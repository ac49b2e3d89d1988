package org.reprise.load.judge;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Binary;
import org.reprise.load.baseline.Expression.Name;
import org.reprise.load.baseline.Table;
import org.reprise.load.baseline.Unit;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.TableRecord;
import org.reprise.load.run.TableRecord.Cell;
import org.reprise.load.run.Verdict.NotMeasured;

/** Fills the cells of tables with published and measured values. */
record TableJudge(
    Baseline baseline, MeasuredData data, PublishedData published, List<FigureRecord> figures) {
  TableRecord judge(Table table) {
    return new TableRecord(
        table.id(),
        table.title(),
        table.note(),
        table.columns().stream().map(it -> new TableRecord.Column(it.title(), it.group())).toList(),
        table.rows().stream().map(this::row).toList());
  }

  TableRecord.Row row(Table.Row row) {
    return new TableRecord.Row(
        row.title(),
        row.group(),
        row.cells().stream()
            .map(it -> Table.Cell.parse(it).map(cell -> cell(cell, row.unit())).orElse(Cell.EMPTY))
            .toList());
  }

  private Cell cell(Table.Cell cell, @Nullable String unit) {
    Expression value = cell.value();
    Optional<FigureRecord> figure =
        value instanceof Name(String id)
            ? figures.stream().filter(it -> it.id().equals(id)).findFirst()
            : Optional.empty();
    return figure
        .map(it -> figure(it, cell.delta()))
        .orElseGet(() -> computed(value, cell.delta(), unit));
  }

  private Cell figure(FigureRecord it, @Nullable Expression delta) {
    return Cell.of(
        it,
        delta == null ? null : plain(published.of(delta)),
        delta == null ? null : plain(data.of(delta)));
  }

  private Cell computed(Expression value, @Nullable Expression delta, @Nullable String wanted) {
    String shown = unit(value, wanted);
    double base = value instanceof Name ? 1 : Unit.of(shown).base();
    Optional<Reading> there = published.of(value);
    Optional<Reading> here = data.of(value);
    List<String> experiments = value.experiments();
    Optional<String> missing =
        experiments.stream().flatMap(it -> data.missing(it).stream()).findFirst();
    Optional<String> invalid =
        experiments.stream().flatMap(it -> data.invalid(it).stream()).findFirst();
    boolean none = here.isEmpty() && there.isPresent();
    return new Cell(
        value.toString(),
        there.map(it -> it.value() / base).orElse(null),
        here.map(it -> it.value() / base).orElse(null),
        here.flatMap(FigureJudge::spread).map(it -> it / base).orElse(null),
        shown,
        there
            .filter(it -> it.value() != 0)
            .flatMap(it -> here.map(one -> one.value() / it.value()))
            .orElse(null),
        delta == null ? null : plain(published.of(delta)),
        delta == null ? null : plain(data.of(delta)),
        none
            ? new NotMeasured("-").word()
            : here.isPresent() && invalid.isPresent() ? "Invalid" : null,
        none ? missing.orElse("not measured in this run") : invalid.orElse(null));
  }

  private String unit(Expression value, @Nullable String wanted) {
    boolean ratio =
        value instanceof Binary(char sign, Expression _, Expression _)
            && sign == '/'
            && Amount.dimension(value) == Unit.Dimension.COUNT;
    if (ratio) {
      return wanted != null && wanted.equals("+%") ? wanted : "×";
    }
    return wanted != null
        ? wanted
        : value instanceof Name(String id)
            ? baseline.unit(id).orElse("")
            : Amount.dimension(value).unit();
  }

  private static @Nullable Double plain(Optional<Reading> reading) {
    return reading.map(Reading::value).orElse(null);
  }
}
