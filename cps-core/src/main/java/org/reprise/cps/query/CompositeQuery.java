package org.reprise.cps.query;

import java.util.List;
import java.util.Objects;
import org.reprise.cps.fault.InvalidRequest;

/**
 * Several cps-paths combined. The nodes of the outermost path bound the search: all others count
 * only at or below one of them.
 *
 * <p>With {@link Operator#OR} a query selects what its own path or any of its conditions selects.
 * With {@link Operator#AND} it selects those nodes that lie at or below a node of every one of
 * them: for nodes of one kind that is the intersection, and a condition on a deeper kind selects
 * the deeper nodes.
 *
 * @param cpsPath without {@code /@leaf}
 * @param operator how the path and the conditions are combined
 * @param conditions queries of the same shape; none for the path alone
 */
public record CompositeQuery(String cpsPath, Operator operator, List<CompositeQuery> conditions) {
  static final int MAX_DEPTH = 10;

  /** Paths in one query: all of them are one statement. */
  static final int MAX_PATHS = 100;

  public enum Operator {
    AND,
    OR
  }

  /**
   * Copies and checks; without an operator it is AND.
   *
   * @throws InvalidRequest when it nests more than {@value #MAX_DEPTH} levels or has more than
   *     {@value #MAX_PATHS} paths
   */
  @SuppressWarnings("NullAway") // what JSON does not have is null
  public CompositeQuery {
    Objects.requireNonNull(cpsPath);
    operator = Objects.requireNonNullElse(operator, Operator.AND);
    conditions = conditions == null ? List.of() : List.copyOf(conditions);
    if (levels(conditions) > MAX_DEPTH) {
      throw invalid("Conditions nest deeper than %d levels.".formatted(MAX_DEPTH));
    }
    if (paths(conditions) > MAX_PATHS) {
      throw invalid("There are more than %d paths.".formatted(MAX_PATHS));
    }
  }

  static InvalidRequest invalid(String details) {
    return new InvalidRequest("Composite query is invalid", details);
  }

  private static int levels(List<CompositeQuery> conditions) {
    return 1 + conditions.stream().mapToInt(one -> levels(one.conditions)).max().orElse(-1);
  }

  private static int paths(List<CompositeQuery> conditions) {
    return 1 + conditions.stream().mapToInt(one -> paths(one.conditions)).sum();
  }
}
