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
 * @param leaf name behind {@code /@}, null where nodes are meant
 */
public record CpsPath(List<Step> steps, List<Step> ancestor, @Nullable String leaf) {
  public CpsPath {
    steps = List.copyOf(steps);
    ancestor = List.copyOf(ancestor);
  }

  /**
   * Reads a cps-path.
   *
   * @throws InvalidCpsPath with the position of what was not understood
   */
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

  /** What square brackets hold. */
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

    /** {@code @leaf = literal} and its like. */
    record Comparison(String leaf, Operator operator, Literal literal) implements Condition {}

    /** {@code contains(@leaf, 'text')}. */
    record Contains(String leaf, String text) implements Condition {}

    /** {@code text() = literal}: the step itself is a leaf or leaf-list. */
    record Text(Literal literal) implements Condition {}

    /** {@code contains(text(), 'text')}: the step itself is a leaf or leaf-list. */
    record TextContains(String text) implements Condition {}

    private static int count(List<Condition> conditions) {
      int count = 0;
      for (Condition condition : conditions) {
        count +=
            switch (condition) {
              case And(List<Condition> all) -> 1 + count(all);
              case Or(List<Condition> any) -> 1 + count(any);
              case Comparison one -> 1;
              case Contains one -> 1;
              case Text one -> 1;
              case TextContains one -> 1;
            };
      }
      return count;
    }
  }

  public enum Operator {
    EQUAL("="),
    NOT_EQUAL("!="),
    LESS("<"),
    GREATER(">"),
    AT_MOST("<="),
    AT_LEAST(">=");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }
  }

  /** What a leaf is compared with. */
  public sealed interface Literal {
    /** The value as a text, as it would stand in a list key. */
    String asText();

    record Text(String value) implements Literal {
      @Override
      public String asText() {
        return value;
      }
    }

    /** An integer or decimal number. */
    record Numeric(BigDecimal value) implements Literal {
      @Override
      public String asText() {
        return value.toPlainString();
      }
    }

    /** {@code true()}, {@code false()}, or the bare words. */
    record Bool(boolean value) implements Literal {
      @Override
      public String asText() {
        return String.valueOf(value);
      }
    }
  }
}
