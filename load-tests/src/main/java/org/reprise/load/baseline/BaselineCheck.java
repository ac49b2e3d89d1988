package org.reprise.load.baseline;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Unit.Dimension;

/**
 * What a baseline must hold beyond its form: nothing missing, ids unique, references to something,
 * and every figure of a statistic that is measured.
 */
final class BaselineCheck {
  private final String file;
  private final Baseline baseline;
  private final Map<Operand.Argument, Set<String>> ids = new HashMap<>();
  private final Map<String, FigureKind> figures = new HashMap<>();

  BaselineCheck(String file, Baseline baseline) {
    this.file = file;
    this.baseline = baseline;
  }

  void run() {
    ids.put(Operand.Argument.OPERATION, unique("operations", baseline.operations(), Operation::id));
    ids.put(Operand.Argument.ROLE, unique("roles", baseline.roles(), Role::id));
    ids.put(
        Operand.Argument.EXPERIMENT, unique("experiments", baseline.experiments(), Experiment::id));
    unique("tables", baseline.tables(), Table::id);
    unique("charts", baseline.charts(), Chart::id);
    unique("claims", baseline.claims(), Claim::id);
    unique("explanations", baseline.explanations(), Explanation::id);
    each(
        "tables",
        baseline.tables(),
        (place, it) ->
            it.figures()
                .keySet()
                .forEach(id ->
                    reference(place + ".figures.experiment", Operand.Argument.EXPERIMENT, id)));
    baseline.figures().forEach(it -> name("figure " + it.id(), it));
    baseline.experiments().forEach(this::experiment);
    each("statements", baseline.statements(), this::statement);
    ids.put(Operand.Argument.FIGURE, figures.keySet());
    each("statements", baseline.statements(), this::measure);
    each("tables", baseline.tables(), (place, it) -> each(place + ".rows", it.rows(), this::row));
    each("charts", baseline.charts(), this::chart);
    each("claims", baseline.claims(), this::claim);
    each(
        "explanations",
        baseline.explanations(),
        (place, it) -> each(place + ".marks", it.marks(), this::claim));
  }

  private static <T> void each(String place, List<T> list, BiConsumer<String, T> check) {
    IntStream.range(0, list.size())
        .forEach(i -> check.accept("%s[%d]".formatted(place, i), list.get(i)));
  }

  private <T> Set<String> unique(String place, List<T> list, Function<T, String> id) {
    Set<String> seen = new HashSet<>();
    each(place, list, (at, it) -> once(at, id.apply(it), seen.add(id.apply(it))));
    return seen;
  }

  private void once(String at, String id, boolean first) {
    if (!first) {
      throw wrong(at, "the id \"" + id + "\" is there twice");
    }
  }

  private void name(String at, Published it) {
    once(at, it.id(), figures.put(it.id(), it.kind()) == null);
  }

  private void experiment(Experiment experiment) {
    for (Figure figure : experiment.figures()) {
      String at = "figure " + figure.id();
      reference(at + ", operation", Operand.Argument.OPERATION, figure.operation());
      reference(at + ", role", Operand.Argument.ROLE, figure.role());
      if (figure.formula() == null) {
        statistic(at, experiment, figure);
      } else {
        formula(at + ", formula", figure.formula());
      }
    }
  }

  /** A figure that nobody measures would silently stay without a measured value. */
  private void statistic(String at, Experiment experiment, Figure figure) {
    Operand operand =
        Operand.of(figure.statistic())
            .filter(Operand::isStatistic)
            .orElseThrow(() ->
                wrong(
                    at + ", statistic",
                    "nobody measures \"%s\"; there is %s"
                        .formatted(figure.statistic(), Operand.statistics())));
    expression(at + ", statistic", () -> figure.measuredBy(experiment.id()).orElseThrow());
    Dimension unit = Unit.of(figure.unit()).dimension();
    if (operand.dimension() != Dimension.COUNT && operand.dimension() != unit) {
      throw wrong(
          at + ", unit",
          "%s is measured in %s, which is not converted to \"%s\""
              .formatted(figure.statistic(), operand.dimension().unit(), figure.unit()));
    }
  }

  private void formula(String at, @Nullable String text) {
    Expression formula = expression(at, () -> Expression.parse(Objects.requireNonNull(text)));
    if (formula.names().isEmpty()) {
      throw wrong(at, "it names no figure");
    }
    for (String named : formula.names()) {
      FigureKind kind = figures.get(named);
      if (kind == null) {
        throw wrong(at, "there is no figure \"" + named + "\"");
      }
      if (kind == FigureKind.DERIVED) {
        throw wrong(at, "\"" + named + "\" is itself derived");
      }
    }
  }

  /** What follows from others stands after them, so that no formula can come back to itself. */
  private void statement(String at, Statement statement) {
    String formula = statement.formula();
    if (formula != null) {
      for (String named : expression(at + ".formula", () -> Expression.parse(formula)).names()) {
        if (!figures.containsKey(named)) {
          throw wrong(at + ".formula", "there is no statement \"" + named + "\" before this one");
        }
      }
    }
    name(at, statement);
  }

  private void measure(String at, Statement statement) {
    String measure = statement.measuredBy();
    if (measure != null) {
      expression(at + ".measuredBy", () -> Expression.parse(measure));
    }
  }

  private void row(String place, Table.Row row) {
    each(
        place + ".cells",
        row.cells(),
        (at, text) ->
            read(at, () -> Table.Cell.parse(text))
                .ifPresent(cell ->
                    Stream.of(cell.value(), cell.delta())
                        .filter(Objects::nonNull)
                        .forEach(it -> names(at, it))));
  }

  private void chart(String place, Chart chart) {
    reference(place + ".steps", Operand.Argument.EXPERIMENT, chart.steps());
    each(
        place + ".series",
        chart.series(),
        (at, series) ->
            chart.expressions(series).stream()
                .filter(text -> !text.isEmpty())
                .forEach(text -> expression(at, () -> Expression.parse(text))));
  }

  private void claim(String place, Claim claim) {
    String at = place + ".check";
    for (Claim.Case one : claim.cases()) {
      claim.check().expressions().forEach(text -> expression(at, () -> one.of(text)));
    }
    claim.experiments().forEach(id -> reference(at, Operand.Argument.EXPERIMENT, id));
    claim.needs().forEach(id -> reference(place + ".processors", Operand.Argument.ROLE, id));
  }

  /** Reads an expression and looks up everything that it names. */
  private Expression expression(String at, Supplier<Expression> source) {
    Expression expression = read(at, source);
    names(at, expression);
    return expression;
  }

  private <T> T read(String at, Supplier<T> source) {
    try {
      return source.get();
    } catch (IllegalArgumentException e) {
      throw wrong(at, String.valueOf(e.getMessage()));
    }
  }

  private void names(String at, Expression expression) {
    for (Call call : expression.calls()) {
      for (int i = 0; i < call.arguments().size(); i++) {
        reference(at, kind(call.operand().argument(i)), call.argument(i).orElseThrow());
      }
    }
    if (ids.containsKey(Operand.Argument.FIGURE)) {
      expression.names().forEach(id -> reference(at, Operand.Argument.FIGURE, id));
    }
  }

  private static Operand.Argument kind(Operand.Argument argument) {
    return argument == Operand.Argument.OPERATION_OR_NONE ? Operand.Argument.OPERATION : argument;
  }

  private void reference(String at, Operand.Argument kind, @Nullable String id) {
    Set<String> known = ids.get(kind);
    if (id != null && known != null && !known.contains(id.replaceAll("@.*", ""))) {
      String what = kind.name().toLowerCase(Locale.ROOT);
      throw wrong(at, "there is no %s \"%s\"".formatted(what, id));
    }
  }

  private BaselineInvalidException wrong(String place, String what) {
    return new BaselineInvalidException(file, place, what);
  }
}
