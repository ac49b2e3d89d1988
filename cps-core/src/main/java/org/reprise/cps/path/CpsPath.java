package org.reprise.cps.path;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parsed cps-path: an absolute or descendant path with conditions, and optionally an ancestor to
 * return instead of the match, and a leaf to return instead of the node. An xpath that names one
 * data node is a cps-path whose conditions are the list keys.
 *
 * <p>Beyond ONAP's own subset, conditions may stand on every step, may be grouped with brackets,
 * may compare booleans and decimals, and {@code //} may stand between steps.
 *
 * @param steps at least one, outermost first
 * @param ancestor steps of {@code /ancestor::a/b[…]}, empty where the match itself is meant
 * @param leaf name behind {@code /@}, null for nodes
 */
public record CpsPath(List<Step> steps, List<Step> ancestor, @Nullable String leaf) {
  public CpsPath {
    steps = List.copyOf(steps);
    ancestor = List.copyOf(ancestor);
  }

  /** Reads a cps-path; throws InvalidCpsPath with the position of what was not understood. */
  public static CpsPath parse(String path) {
    return new CpsPathParser(path).parse();
  }

  /** How a step is reached from the one before it. */
  public enum Axis {
    CHILD,
    /** {@code //}: any descendant. */
    DESCENDANT
  }

  /**
   * One step.
   *
   * @param name of the container, list or leaf, with the module's prefix where one was given
   * @param conditions one for each pair of square brackets; all must hold
   */
  public record Step(Axis axis, String name, List<Condition> conditions) {
    public Step {
      conditions = List.copyOf(conditions);
    }

    /** How many conditions it has, with all that are joined by {@code and} and {@code or}. */
    public int conditionCount() {
      return Condition.count(conditions);
    }
  }

  /** What square brackets hold. With {@code text()}, the step itself is a leaf or leaf-list. */
  public sealed interface Condition {
    record And(List<Condition> all) implements Condition {
      public And {
        all = List.copyOf(all);
      }
    }

    record Or(List<Condition> any) implements Condition {
      public Or {
        any = List.copyOf(any);
      }
    }

    /** {@code @leaf = literal} and its like; without a name, {@code text() = literal}. */
    record Comparison(String leaf, Operator operator, Literal literal) implements Condition {}

    /** {@code contains(@leaf, 'text')}; without a name, of {@code text()}. */
    record Contains(String leaf, String text) implements Condition {}

    private static int count(List<Condition> conditions) {
      int count = conditions.size();
      for (Condition condition : conditions) {
        count +=
            switch (condition) {
              case And(List<Condition> all) -> count(all);
              case Or(List<Condition> any) -> count(any);
              default -> 0;
            };
      }
      return count;
    }
  }

  /** How a leaf is compared; none has a symbol that a later one begins with. */
  public enum Operator {
    AT_MOST("<="),
    AT_LEAST(">="),
    NOT_EQUAL("!="),
    EQUAL("="),
    LESS("<"),
    GREATER(">");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }
  }

  public sealed interface Literal {
    record Text(String value) implements Literal {}

    /** An integer or decimal number. */
    record Numeric(BigDecimal value) implements Literal {}

    /** {@code true()}, {@code false()}, or the bare words. */
    record Bool(boolean value) implements Literal {}

    /** The value as a text, as it would stand in a list key. */
    default String asText() {
      return switch (this) {
        case Text(String text) -> text;
        case Numeric(BigDecimal number) -> number.toPlainString();
        case Bool(boolean bool) -> String.valueOf(bool);
      };
    }
  }
}
