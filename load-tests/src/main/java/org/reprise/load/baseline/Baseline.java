package org.reprise.load.baseline;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One published report.
 *
 * @param source where it was published
 * @param system the system of ours that stands where the report's stood
 * @param environment the report's machine and software; "not stated" where it does not say
 * @param experiments with the figures of the tables, and those that the text gives
 * @param charts the first one stands on top of the page
 * @param statements figures outside the tables: what was asked for, concluded and derived
 * @param unavailable what the report draws or says without a number
 */
public record Baseline(
    String id,
    String title,
    String source,
    String system,
    String summary,
    Map<String, String> environment,
    List<Operation> operations,
    List<Role> roles,
    List<Experiment> experiments,
    List<Table> tables,
    List<Chart> charts,
    List<Figure> statements,
    List<Claim> claims,
    List<Explanation> explanations,
    List<UnavailableChart> unavailable) {
  /** One step of the flow; the title is as the report writes it. */
  public record Operation(String id, String title) {}

  /**
   * A part of the measured system whose use of resources is counted apart: a service, a database, a
   * broker.
   *
   * @param id by which claims and figures name it, for example {@code primary}
   * @param processors that it had in the report, in cores; {@link #NOT_STATED} where the report
   *     does not say; null for a part that is not limited in a run
   * @param cell where the report says it, or what it says instead; null exactly where {@code
   *     processors} is
   */
  public record Role(String id, String title, @Nullable String processors, @Nullable String cell) {
    public static final String NOT_STATED = "not stated";

    /** Whether a run may give it a share of the processors. */
    public boolean limitable() {
      return processors != null;
    }
  }

  /**
   * Why a report's figures may be as they are, and the experiment that can show the reason wrong.
   *
   * @param evidence what in the published figures points to it
   * @param marks what must hold if the reason is the right one; each is judged like a claim
   */
  public record Explanation(
      String id,
      String hypothesis,
      String evidence,
      String experiment,
      String judgedBy,
      List<Claim> marks) {
    /** Every experiment that its marks look at, in the variant {@code variant}. */
    public List<String> experiments(String variant) {
      return marks.stream()
          .flatMap(it -> it.experiments().stream())
          .filter(it -> it.endsWith("@" + variant))
          .map(it -> it.substring(0, it.indexOf('@')))
          .distinct()
          .toList();
    }
  }

  /** What the report draws or says without a number: listed, and never estimated. */
  public record UnavailableChart(String title, String why) {}

  public Baseline {
    List<Table> printed = tables;
    experiments =
        experiments.stream()
            .map(it ->
                it.with(
                    printed.stream()
                        .flatMap(t -> t.figures().getOrDefault(it.id(), List.of()).stream())
                        .toList()))
            .toList();
  }

  /** The title of an operation, an experiment or a statement; the id of anything else. */
  public String title(String id) {
    return operations.stream()
        .filter(it -> it.id().equals(id))
        .map(Operation::title)
        .findFirst()
        .or(() -> experiment(id).map(Experiment::title))
        .or(() -> statement(id).map(Figure::title))
        .orElse(id);
  }

  public List<String> limitable() {
    return roles.stream().filter(Role::limitable).map(Role::id).toList();
  }

  public Stream<Figure> figures() {
    return experiments.stream().flatMap(e -> e.figures().stream());
  }

  public Optional<Figure> statement(String id) {
    return statements.stream().filter(s -> s.id().equals(id)).findFirst();
  }

  public Optional<Experiment> experiment(String id) {
    return experiments.stream().filter(e -> e.id().equals(id)).findFirst();
  }

  /** Returns the experiment, or throws an IllegalArgumentException that names all. */
  public Experiment require(String experiment) {
    return experiment(experiment)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "%s has no experiment '%s', but %s"
                    .formatted(
                        id,
                        experiment,
                        String.join(", ", experiments.stream().map(Experiment::id).toList()))));
  }

  /** Returns a figure or a statement. */
  public Optional<Figure> find(String id) {
    return Stream.concat(figures(), statements.stream())
        .filter(it -> it.id().equals(id))
        .findFirst();
  }

  /** What measures a figure or a statement; empty where it is derived or unknown. */
  public Optional<Expression> measuredBy(String id) {
    String experiment =
        experiments.stream()
            .filter(e -> e.figures().stream().anyMatch(f -> f.id().equals(id)))
            .map(Experiment::id)
            .findFirst()
            .orElse(null);
    return find(id).flatMap(it -> it.measure(experiment));
  }

  public Optional<Expression> formula(String id) {
    return find(id).map(Figure::formula).map(Expression::parse);
  }

  /** The published value of a figure or a statement, in its base unit. */
  public Optional<Double> published(String id) {
    return find(id).map(Figure::baseValue);
  }
}
