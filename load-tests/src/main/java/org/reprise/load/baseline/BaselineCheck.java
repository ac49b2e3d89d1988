package org.reprise.load.baseline;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a baseline must hold beyond its form: nothing missing, ids unique, references to something.
 */
final class BaselineCheck {
  private final String file;
  private final Baseline baseline;
  private final Set<String> operations = new HashSet<>();
  private final Set<String> experiments = new HashSet<>();
  private final Set<String> statements = new HashSet<>();
  private final Map<String, Figure> figures = new HashMap<>();

  BaselineCheck(String file, Baseline baseline) {
    this.file = file;
    this.baseline = baseline;
  }

  void run() {
    unique("operations", baseline.operations(), Operation::id, operations);
    unique("experiments", baseline.experiments(), Experiment::id, experiments);
    Set<String> roles = new HashSet<>();
    unique("roles", baseline.roles(), ReportRole::id, roles);
    for (int i = 0; i < baseline.claims().size(); i++) {
      for (String role : baseline.claims().get(i).needs()) {
        if (!roles.contains(role)) {
          throw wrong("claims[%d].processors".formatted(i), "there is no role \"" + role + "\"");
        }
      }
    }
    unique("claims", baseline.claims(), Claim::id, new HashSet<>());
    unique("explanations", baseline.explanations(), Explanation::id, new HashSet<>());
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < baseline.experiments().size(); i++) {
      figures("experiments[%d].figures".formatted(i), baseline.experiments().get(i), ids);
    }
    formulas();
    statements();
    for (int i = 0; i < baseline.claims().size(); i++) {
      claim("claims[%d].check".formatted(i), baseline.claims().get(i).check());
    }
    for (int i = 0; i < baseline.explanations().size(); i++) {
      explanation("explanations[%d]".formatted(i), baseline.explanations().get(i));
    }
  }

  private <T> void unique(String place, List<T> list, Function<T, String> id, Set<String> seen) {
    for (int i = 0; i < list.size(); i++) {
      String name = id.apply(list.get(i));
      if (!seen.add(name)) {
        throw wrong(place + "[" + i + "].id", "the id \"" + name + "\" is there twice");
      }
    }
  }

  private void figures(String place, Experiment experiment, Set<String> ids) {
    unique(place, experiment.figures(), Figure::id, ids);
    for (int i = 0; i < experiment.figures().size(); i++) {
      Figure figure = experiment.figures().get(i);
      figures.put(figure.id(), figure);
      operation(place + "[" + i + "].operation", figure.operation());
    }
  }

  private void formulas() {
    for (int i = 0; i < baseline.experiments().size(); i++) {
      List<Figure> list = baseline.experiments().get(i).figures();
      for (int j = 0; j < list.size(); j++) {
        String place = "experiments[%d].figures[%d].formula".formatted(i, j);
        for (String named : named(place, list.get(j).formula())) {
          Figure of = figures.get(named);
          if (of == null) {
            throw wrong(place, "there is no figure \"" + named + "\"");
          }
          if (of.kind() == FigureKind.DERIVED) {
            throw wrong(place, "\"" + of.id() + "\" is itself derived");
          }
        }
      }
    }
  }

  /** What follows from others stands after them, so that no formula can come back to itself. */
  private void statements() {
    unique("statements", baseline.statements(), Statement::id, new HashSet<>());
    for (int i = 0; i < baseline.statements().size(); i++) {
      Statement statement = baseline.statements().get(i);
      for (String named : named("statements[%d].formula".formatted(i), statement.formula())) {
        if (!statements.contains(named)) {
          throw wrong(
              "statements[%d].formula".formatted(i),
              "there is no statement \"" + named + "\" before this one");
        }
      }
      UsageOf usage = statement.usage();
      if (usage != null) {
        experiment("statements[%d].usage".formatted(i), usage.experiment());
      }
      statements.add(statement.id());
    }
  }

  private List<String> named(String place, @Nullable String formula) {
    try {
      return formula == null ? List.of() : Formula.parse(formula).figures();
    } catch (IllegalArgumentException e) {
      throw wrong(place, Objects.requireNonNullElse(e.getMessage(), "not a formula"));
    }
  }

  private void claim(String place, ClaimCheck check) {
    check.experiments().forEach(id -> experiment(place, id));
    switch (check) {
      case ClaimCheck.HighestAverage it -> operation(place, it.operation());
      case ClaimCheck.AgreeingAverages it -> it.operations().forEach(o -> operation(place, o));
      case ClaimCheck.Faster it -> it.operations().forEach(o -> operation(place, o));
      case ClaimCheck.Growth it ->
          it.operations().stream()
              .filter(o -> !o.equals(ClaimCheck.Growth.FLOW))
              .forEach(o -> operation(place, o));
      case ClaimCheck.QuantityRatio it -> statement(place, it.statement());
      case ClaimCheck.NoErrors it -> statement(place, it.upTo());
      case ClaimCheck.AverageBelow it -> {
        statement(place, it.limit());
        statement(place, it.upTo());
      }
      case ClaimCheck.SmallerPenalty it -> operation(place, it.operation());
      case ClaimCheck.Shorter it -> operation(place, it.operation());
      case ClaimCheck.FlatThroughput _,
          ClaimCheck.StableAverage _,
          ClaimCheck.SteepBeyondKnee _,
          ClaimCheck.StableResource _,
          ClaimCheck.EqualQuantities _,
          ClaimCheck.UsageRatio _,
          ClaimCheck.HeapGrowth _ -> {}
    }
  }

  private void explanation(String place, Explanation it) {
    experiment(place + ".offset", it.offset());
    experiment(place + ".reference", it.reference());
    it.plateau().forEach(id -> experiment(place + ".plateau", id));
  }

  private void experiment(String place, String id) {
    if (!experiments.contains(id)) {
      throw wrong(place, "there is no experiment \"" + id + "\"");
    }
  }

  private void statement(String place, String id) {
    if (!statements.contains(id)) {
      throw wrong(place, "there is no statement \"" + id + "\"");
    }
  }

  private void operation(String place, String id) {
    if (!operations.contains(id)) {
      throw wrong(place, "there is no operation \"" + id + "\"");
    }
  }

  private BaselineInvalidException wrong(String place, String what) {
    return new BaselineInvalidException(file, place, what);
  }
}
