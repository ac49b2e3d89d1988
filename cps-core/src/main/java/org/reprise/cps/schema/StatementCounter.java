package org.reprise.cps.schema;

import static org.reprise.cps.schema.YangStatements.argument;
import static org.reprise.cps.schema.YangStatements.keyword;

import com.google.common.base.Splitter;
import com.google.common.collect.Iterables;
import com.google.common.util.concurrent.AtomicLongMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opendaylight.yangtools.yang.ir.IRStatement;
import org.reprise.cps.schema.Definitions.Definition;
import org.reprise.cps.schema.Definitions.Scope;

/**
 * Counts the statements that a model has with its groupings and typedefs expanded, without
 * expanding them: thirty groupings that each use the one before twice are two kilobytes of text,
 * and a thousand million nodes.
 *
 * <p>What is used but not defined, or in a circle, counts nothing: yangtools refuses it.
 */
final class StatementCounter {
  /** Levels of statements, those of groupings and typedefs where they are used. */
  static final int MAX_DEPTH = 250;

  private static final long MAX_COUNT = 1L << 40;

  /** Choices within each other; yangtools keeps a list of the nodes below for each of them. */
  static final int MAX_CHOICES = 10;

  // The children are those that its parent has of it: of uses, those of the grouping.
  private record Count(long statements, int levels, int choices, long children) {
    static final Count NOTHING = new Count(0, 0, 0, 0);

    Count and(Count other) {
      return new Count(
          Math.min(MAX_COUNT, statements + other.statements),
          Math.max(levels, other.levels),
          Math.max(choices, other.choices),
          Math.min(MAX_COUNT, children + other.children));
    }
  }

  private final Definitions definitions;
  private final Map<IRStatement, Count> counted = new IdentityHashMap<>();
  private final Set<String> choiceNames = new HashSet<>();
  // The children that augments add, by the last name of their target's path.
  private final AtomicLongMap<String> augmented = AtomicLongMap.create();
  private Count all = Count.NOTHING;
  private long largestType;
  private long mostChildren;
  private long comparisons;

  /** Counts; throws InvalidYang where statements nest deeper than {@link #MAX_DEPTH}. */
  StatementCounter(Definitions definitions) {
    this.definitions = definitions;
    definitions.sources().forEach(source -> collectChoices(source.statement()));
    for (Definition source : definitions.sources()) {
      all = all.and(count(source.statement(), source.scope(), 1));
    }
  }

  /** How many statements the expanded model has; at most about 10^12. */
  long statements() {
    return all.statements;
  }

  long largestType() {
    return largestType;
  }

  /**
   * Returns how many comparisons augments take at most: yangtools compares each node that one adds
   * with all children of its target, those of augments before it included.
   */
  long comparisons() {
    return comparisons + augmented.sum() * mostChildren;
  }

  private void collectChoices(IRStatement statement) {
    if (keyword(statement).equals("choice")) {
      choiceNames.add(argument(statement));
    }
    statement.statements().forEach(this::collectChoices);
  }

  // The level is that of the statement where it stands; how deep it is where it is used, the levels
  // within it tell.
  private Count count(IRStatement statement, Scope around, int level) {
    Scope scope = Definitions.within(statement, around);
    Count within = Count.NOTHING;
    for (IRStatement child : statement.statements()) {
      within =
          within.and(
              Definitions.isDefinition(child)
                  ? counted(child, scope, level)
                  : count(child, scope, level + 1));
    }
    within =
        switch (keyword(statement)) {
          case "uses" -> within.and(used("grouping", statement, scope, level));
          case "type" -> within.and(used("typedef", statement, scope, level));
          default -> within;
        };
    List<String> target = keyword(statement).equals("augment") ? target(statement) : List.of();
    if (level + target.size() + within.levels > MAX_DEPTH) {
      throw new InvalidYang(
          "Statements nest deeper than %d levels once their groupings and typedefs are put where they are used."
              .formatted(MAX_DEPTH));
    }
    int choices =
        switch (keyword(statement)) {
          case "choice" -> within.choices + 1;
          case "container", "list" -> 0;
          case "augment" ->
              within.choices + (int) target.stream().filter(choiceNames::contains).count();
          default -> within.choices;
        };
    if (choices > MAX_CHOICES) {
      throw new InvalidYang("More than %d choices stand in each other.".formatted(MAX_CHOICES));
    }
    long statements = Math.min(MAX_COUNT, within.statements + 1);
    long children = 1;
    switch (keyword(statement)) {
      case "type" -> largestType = Math.max(largestType, statements);
      case "augment" -> {
        String last = Iterables.getLast(target, "");
        comparisons += within.children * augmented.getAndAdd(last, within.children + 1);
      }
      case "uses", "grouping" -> children = within.children;
      case "container", "list", "choice", "case" ->
          mostChildren = Math.max(mostChildren, within.children);
      default -> {}
    }
    return new Count(statements, within.levels + target.size() + 1, choices, children);
  }

  // The names on the way to the node that an augment adds to.
  private static List<String> target(IRStatement augment) {
    return Splitter.on('/')
        .omitEmptyStrings()
        .splitToStream(argument(augment))
        .map(step -> step.substring(step.indexOf(':') + 1))
        .toList();
  }

  private Count used(String kind, IRStatement statement, Scope scope, int level) {
    Count max = Count.NOTHING;
    for (Definition found : definitions.named(kind, statement, scope)) {
      Count one = counted(found.statement(), found.scope(), level);
      max =
          new Count(
              Math.max(max.statements, one.statements),
              Math.max(max.levels, one.levels),
              Math.max(max.choices, one.choices),
              Math.max(max.children, one.children));
    }
    return max;
  }

  private Count counted(IRStatement definition, Scope scope, int level) {
    Count known = counted.get(definition);
    if (known != null) {
      return known;
    }
    // For a circle, while it is being counted.
    counted.put(definition, Count.NOTHING);
    Count count = count(definition, scope, level + 1);
    counted.put(definition, count);
    return count;
  }
}
