package org.reprise.load.baseline;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One published report.
 *
 * @param id for example {@code cps-307}
 * @param title of the report
 * @param source where it was published
 * @param system the system of ours that stands where the report's stood, for example {@code cps}
 * @param summary what was measured and how, in two or three sentences
 * @param environment the report's machine and software, name by name; "not stated" where it does
 *     not say
 * @param operations the flow's steps in their order
 * @param roles parts of the system whose use of resources is counted apart
 * @param experiments in the order of the published table
 * @param tables in which the figures are shown
 * @param highlights the few values on top of a page, each a row with one cell
 * @param statements figures outside the table: what was asked for, concluded and derived
 * @param claims what the figures say
 * @param explanations why they may be so
 * @param unavailable drawings whose numbers are not given
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
    List<Table.Row> highlights,
    List<Statement> statements,
    List<Claim> claims,
    List<Explanation> explanations,
    List<UnavailableChart> unavailable) {
  public Baseline {
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    operations = List.copyOf(operations);
    roles = List.copyOf(roles);
    experiments = List.copyOf(experiments);
    tables = List.copyOf(tables);
    highlights = List.copyOf(highlights);
    statements = List.copyOf(statements);
    claims = List.copyOf(claims);
    explanations = List.copyOf(explanations);
    unavailable = List.copyOf(unavailable);
  }

  /** Its explanations of one kind. */
  public <T extends Explanation> List<T> explanations(Class<T> kind) {
    return explanations.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The ids of the roles that a run may limit. */
  public List<String> limitable() {
    return roles.stream().filter(Role::limitable).map(Role::id).toList();
  }

  /** All published figures in the order of the table. */
  public Stream<Figure> figures() {
    return experiments.stream().flatMap(e -> e.figures().stream());
  }

  /** The statement with the id, if the report has one. */
  public Optional<Statement> statement(String id) {
    return statements.stream().filter(s -> s.id().equals(id)).findFirst();
  }

  /** The experiment with the id, if the report has one. */
  public Optional<Experiment> experiment(String id) {
    return experiments.stream().filter(e -> e.id().equals(id)).findFirst();
  }

  /**
   * The experiment with the id, which must be the report's.
   *
   * @throws IllegalArgumentException where there is none, naming those that there are
   */
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

  /** The figure or the statement with the id, if the report has one. */
  public Optional<Published> find(String id) {
    return Stream.concat(figures(), statements.stream())
        .map(Published.class::cast)
        .filter(it -> it.id().equals(id))
        .findFirst();
  }

  /** What measures a figure or a statement; empty where it is derived or unknown. */
  public Optional<Expression> measuredBy(String id) {
    return experiments.stream()
        .flatMap(
            e -> e.figures().stream().filter(f -> f.id().equals(id)).map(f -> f.measuredBy(e.id())))
        .findFirst()
        .orElseGet(() -> statement(id).flatMap(Statement::measure));
  }

  /** How a figure or a statement was derived; empty where it was not. */
  public Optional<Expression> formula(String id) {
    return find(id).flatMap(Published::derivation);
  }

  /** The published value of a figure or a statement, in its base unit. */
  public Optional<Double> published(String id) {
    return find(id).map(Published::baseValue);
  }

  /** The unit in which the report writes a figure or a statement. */
  public Optional<String> unit(String id) {
    return find(id).map(Published::unit);
  }
}
