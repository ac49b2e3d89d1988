package org.reprise.load.baseline;

import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.LoadModel.Workflow;
import org.reprise.load.baseline.Unit.Dimension;

/**
 * What is wrong with a baseline beyond its form: ids that are there twice, references to nothing,
 * figures that nobody measures, values that make no sense.
 */
final class BaselineFaults {
  private final Baseline baseline;
  private final List<String> faults = new ArrayList<>();
  private final Set<String> experiments;
  private final Set<String> roles;
  private final Set<String> operations;
  private final Set<String> figures = new HashSet<>();

  private BaselineFaults(Baseline baseline) {
    this.baseline = baseline;
    experiments = unique("experiment", baseline.experiments().stream().map(Experiment::id));
    roles = unique("role", baseline.roles().stream().map(Baseline.Role::id));
    operations = unique("operation", baseline.operations().stream().map(Baseline.Operation::id));
  }

  static List<String> of(Baseline baseline) {
    var it = new BaselineFaults(baseline);
    it.unique("table", baseline.tables().stream().map(Table::id));
    it.unique("chart", baseline.charts().stream().map(Chart::id));
    it.unique("claim", baseline.claims().stream().map(Claim::id));
    it.unique("explanation", baseline.explanations().stream().map(Baseline.Explanation::id));
    it.unique(
        "figure",
        Stream.concat(baseline.figures(), baseline.statements().stream()).map(Figure::id));
    baseline.figures().forEach(figure -> it.figures.add(figure.id()));
    baseline.experiments().forEach(it::experiment);
    baseline.statements().forEach(it::statement);
    baseline
        .headlines()
        .forEach(id -> it.expect(id, it.figures.contains(id), "there is no such headline figure"));
    baseline.tables().forEach(it::table);
    baseline.charts().forEach(it::chart);
    baseline.claims().forEach(it::claim);
    baseline
        .explanations()
        .forEach(one -> {
          it.expect(one.id(), !one.marks().isEmpty(), "it has no mark");
          one.marks().forEach(it::claim);
        });
    baseline
        .roles()
        .forEach(role ->
            it.expect(
                role.id(),
                (role.processors() == null) == (role.cell() == null)
                    && (role.processors() == null
                        || role.processors()
                            .matches(Baseline.Role.NOT_STATED + "|[\\d.]*[1-9][\\d.]*")),
                "its processors are a number with a cell, or not stated"));
    return it.faults;
  }

  private void expect(String at, boolean holds, String fault) {
    if (!holds) {
      faults.add(at + ": " + fault);
    }
  }

  private Set<String> unique(String what, Stream<String> ids) {
    Set<String> seen = new HashSet<>();
    ids.forEach(id -> expect(what + " " + id, seen.add(id), "it is there twice"));
    return seen;
  }

  private void known(String at, String kind, Set<String> ids, @Nullable String id) {
    expect(
        at,
        id == null || ids.contains(id.replaceAll("@.*", "")),
        "there is no %s \"%s\"".formatted(kind, id));
  }

  private void experiment(Experiment it) {
    boolean sound =
        switch (it.loadModel()) {
          case LoadModel.Closed(int threads, int circles, double pause) ->
              threads > 0 && circles > 0 && pause >= 0;
          case LoadModel.Constant(double perSecond) -> perSecond > 0;
          case LoadModel.Ramp(double increment, int steps, int stepSeconds, double limit) ->
              increment > 0 && steps > 0 && stepSeconds > 0 && limit > 0;
          case LoadModel.Workflows(List<Workflow> workflows, var _) ->
              !workflows.isEmpty()
                  && workflows.stream()
                      .allMatch(one ->
                          one.users() > 0
                              && (one.think() == null
                                  || one.think().fromSeconds() <= one.think().toSeconds()));
        };
    expect(it.id(), sound, "its load is none");
    it.figures().forEach(figure -> cell(it, figure));
  }

  private void cell(Experiment experiment, Figure it) {
    value(it);
    known(it.id(), "operation", operations, it.operation());
    known(it.id(), "role", roles, it.role());
    String formula = it.formula();
    if (formula != null) {
      Expression from = expression(it.id(), formula);
      expect(it.id(), from != null && !from.names().isEmpty(), "its formula names no figure");
      return;
    }
    Operand operand = Operand.of(String.valueOf(it.statistic())).orElse(null);
    expect(it.id(), operand != null, "nobody measures " + it.statistic());
    if (operand != null) {
      it.measure(experiment.id()).ifPresent(by -> references(it.id(), by));
      expect(
          it.id(),
          operand.dimension() == Dimension.COUNT
              || operand.dimension() == Unit.of(it.unit()).dimension(),
          "%s is not measured in %s".formatted(it.statistic(), it.unit()));
    }
  }

  private void value(Figure it) {
    expect(it.id(), Double.isFinite(it.value()), "its value is not finite");
    expect(
        it.id(),
        (it.kind() == Figure.Kind.DERIVED) == (it.formula() != null),
        "a formula belongs to a DERIVED figure, and to no other");
  }

  /** What follows from others stands after them, so that no formula can come back to itself. */
  private void statement(Figure it) {
    value(it);
    expect(it.id(), it.title() != null, "it has no title");
    Stream.of(it.formula(), it.measuredBy())
        .flatMap(Stream::ofNullable)
        .forEach(text -> expression(it.id(), text));
    figures.add(it.id());
  }

  private void table(Table table) {
    table.figures().keySet().forEach(id -> known(table.id(), "experiment", experiments, id));
    for (Table.Row row : table.rows()) {
      expect(row.title(), row.cells().size() == table.columns().size(), "it has other columns");
      row.cells().stream()
          .flatMap(it -> Stream.of(it.value(), it.delta()).flatMap(Stream::ofNullable))
          .forEach(it -> references(table.id() + ", " + row.title(), it));
    }
  }

  private void chart(Chart it) {
    expect(it.id(), it.at().isEmpty() != (it.steps() == null), "either at or steps is given");
    known(it.id(), "experiment", experiments, it.steps());
    for (Chart.Series series : it.series()) {
      int count = series.of().size();
      expect(it.id(), count == 1 || count == it.at().size(), "one value for each place");
      it.expressions(series).stream()
          .filter(text -> !text.isEmpty())
          .forEach(text -> expression(it.id(), text));
    }
  }

  private void claim(Claim it) {
    expect(it.id(), it.atLeast() != null || it.atMost() != null, "it has no bound");
    expect(it.id(), it.factorOfOne() >= 1, "singleFactor is 1 or more");
    expect(
        it.id(),
        it.byConstruction() == null || !it.byConstruction().isBlank(),
        "byConstruction does not say why");
    it.processors().forEach(role -> known(it.id(), "role", roles, role));
    it.during().forEach(id -> known(it.id(), "experiment", experiments, id));
    for (Claim.Case one : it.cases()) {
      Stream.of(one.of()).forEach(expression -> references(it.id(), expression));
      one.atLeast().ifPresent(bound -> references(it.id(), bound));
      one.atMost().ifPresent(bound -> references(it.id(), bound));
    }
  }

  private @Nullable Expression expression(String at, String text) {
    try {
      Expression it = Expression.parse(text);
      references(at, it);
      return it;
    } catch (IllegalArgumentException e) {
      faults.add(at + ": " + e.getMessage());
      return null;
    }
  }

  private void references(String at, Expression expression) {
    expression.names().forEach(id -> known(at, "figure", figures, id));
    expression.calls().forEach(it -> references(at, it));
  }

  private void references(String at, Call call) {
    int count = call.arguments().size();
    Predicate<Operand> needsOperation =
        it -> List.of("count", "min", "avg", "p90", "p99", "max").contains(it.word());
    boolean takes =
        switch (call.operand().scope()) {
          case EXPERIMENT -> count == 2 || (count == 1 && !needsOperation.test(call.operand()));
          case ROLE -> count == 2;
          case NAME -> count == 1;
          case EXPRESSIONS -> count > 0;
        };
    expect(at, takes, "%s has %d arguments".formatted(call.operand().word(), count));
    call.experiment().ifPresent(id -> known(at, "experiment", experiments, id));
    if (call.operand().scope() == Operand.Scope.ROLE) {
      known(at, "role", roles, call.first());
    }
    if (call.operand().scope() == Operand.Scope.EXPERIMENT
        && !call.operand().word().startsWith("step-")) {
      known(at, "operation", operations, call.second().orElse(null));
    }
    if (call.operand() == Operand.PUBLISHED) {
      known(
          at,
          "figure",
          Stream.concat(baseline.figures(), baseline.statements().stream())
              .map(Figure::id)
              .collect(toSet()),
          call.first());
    }
  }
}
