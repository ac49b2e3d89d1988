package org.reprise.load.baseline;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * What a baseline must hold beyond its form: nothing missing, ids unique, references to something.
 */
final class BaselineCheck {
  private final String file;
  private final Baseline baseline;
  private final Set<String> operations = new HashSet<>();
  private final Set<String> experiments = new HashSet<>();
  private final Map<String, Figure> figures = new HashMap<>();

  BaselineCheck(String file, Baseline baseline) {
    this.file = file;
    this.baseline = baseline;
  }

  void run() {
    unique("operations", baseline.operations(), Operation::id, operations);
    unique("experiments", baseline.experiments(), Experiment::id, experiments);
    unique("claims", baseline.claims(), Claim::id, new HashSet<>());
    unique("explanations", baseline.explanations(), Explanation::id, new HashSet<>());
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < baseline.experiments().size(); i++) {
      figures("experiments[%d].figures".formatted(i), baseline.experiments().get(i), ids);
    }
    formulas();
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
        String formula = list.get(j).formula();
        if (formula != null) {
          formula("experiments[%d].figures[%d].formula".formatted(i, j), formula);
        }
      }
    }
  }

  private void formula(String place, String text) {
    Formula formula;
    try {
      formula = Formula.parse(text);
    } catch (IllegalArgumentException e) {
      throw wrong(place, Objects.requireNonNullElse(e.getMessage(), "not a formula"));
    }
    Figure of = figures.get(formula.figure());
    if (of == null) {
      throw wrong(place, "there is no figure \"" + formula.figure() + "\"");
    }
    if (of.kind() == FigureKind.DERIVED) {
      throw wrong(place, "\"" + of.id() + "\" is itself derived");
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
      case ClaimCheck.FlatThroughput _ -> {}
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

  private void operation(String place, String id) {
    if (!operations.contains(id)) {
      throw wrong(place, "there is no operation \"" + id + "\"");
    }
  }

  private BaselineInvalidException wrong(String place, String what) {
    return new BaselineInvalidException(file, place, what);
  }
}
