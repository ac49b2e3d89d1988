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
 * @param roles servers of that environment, those that a run may limit
 * @param operations the flow's steps in their order
 * @param experiments in the order of the published table
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
    List<ReportRole> roles,
    List<Operation> operations,
    List<Experiment> experiments,
    List<Statement> statements,
    List<Claim> claims,
    List<Explanation> explanations,
    List<UnavailableChart> unavailable) {
  public Baseline {
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    roles = List.copyOf(roles);
    operations = List.copyOf(operations);
    experiments = List.copyOf(experiments);
    statements = List.copyOf(statements);
    claims = List.copyOf(claims);
    explanations = List.copyOf(explanations);
    unavailable = List.copyOf(unavailable);
  }

  /** The ids of its roles. */
  public List<String> roleIds() {
    return roles.stream().map(ReportRole::id).toList();
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
}
