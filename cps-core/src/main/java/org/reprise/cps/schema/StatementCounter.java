package org.reprise.cps.schema;

import static org.reprise.cps.schema.YangStatements.argument;
import static org.reprise.cps.schema.YangStatements.keyword;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.ir.IRStatement;

/**
 * Counts the statements that a model has with its groupings and typedefs expanded, without
 * expanding them: thirty groupings that each use the one before twice are two kilobytes of text,
 * and a thousand million nodes.
 *
 * <p>What is used but not defined, or in a circle, counts nothing: yangtools refuses it.
 */
final class StatementCounter {
  /** Counting stops here. */
  private static final long HIGHEST_COUNT = 1L << 40;

  private static final Set<String> DEFINITIONS = Set.of("grouping", "typedef");

  private record Name(String kind, String module, String name) {}

  private record Definition(IRStatement statement, Scope scope) {}

  /** A statement that has definitions of its own, for all that is within it. */
  private record Scope(
      @Nullable Scope outer,
      String module,
      Map<String, String> prefixes,
      Map<String, Definition> own) {}

  private final Map<Name, List<Definition>> ofModules = new HashMap<>();
  private final Map<IRStatement, Long> counted = new IdentityHashMap<>();
  private long largestType;
  private final List<Definition> sources = new ArrayList<>();

  /**
   * Prepares to count.
   *
   * @param modules modules and submodules, as they were read
   */
  StatementCounter(Collection<IRStatement> modules) {
    modules.forEach(this::add);
  }

  private void add(IRStatement source) {
    String module = argument(source);
    Map<String, String> prefixes = new HashMap<>();
    for (IRStatement statement : source.statements()) {
      switch (keyword(statement)) {
        case "belongs-to" -> {
          module = argument(statement);
          addPrefix(statement, module, prefixes);
        }
        case "prefix" -> prefixes.put(argument(statement), module);
        case "import" -> addPrefix(statement, argument(statement), prefixes);
        default -> {}
      }
    }
    Scope scope = new Scope(null, module, prefixes, new HashMap<>());
    sources.add(new Definition(source, scope));
    for (IRStatement statement : source.statements()) {
      if (DEFINITIONS.contains(keyword(statement))) {
        ofModules
            .computeIfAbsent(
                new Name(keyword(statement), module, argument(statement)), n -> new ArrayList<>())
            .add(new Definition(statement, scope));
      }
    }
  }

  private static void addPrefix(
      IRStatement statement, String module, Map<String, String> prefixes) {
    for (IRStatement child : statement.statements()) {
      if (keyword(child).equals("prefix")) {
        prefixes.put(argument(child), module);
      }
    }
  }

  /** How many statements the expanded model has; at most about 10^12. */
  long statements() {
    long sum = 0;
    for (Definition source : sources) {
      sum = plus(sum, count(source.statement, source.scope));
    }
    return sum;
  }

  /** How many statements the largest type is made of, as far as {@link #statements} has seen. */
  long largestType() {
    return largestType;
  }

  private long count(IRStatement statement, Scope around) {
    Scope scope = scopeWithin(statement, around);
    long sum = 1;
    for (IRStatement child : statement.statements()) {
      sum =
          plus(
              sum,
              DEFINITIONS.contains(keyword(child)) ? counted(child, scope) : count(child, scope));
    }
    return switch (keyword(statement)) {
      case "uses" -> plus(sum, used("grouping", statement, scope));
      case "type" -> {
        long type = plus(sum, used("typedef", statement, scope));
        largestType = Math.max(largestType, type);
        yield type;
      }
      default -> sum;
    };
  }

  private Scope scopeWithin(IRStatement statement, Scope around) {
    Scope scope = new Scope(around, around.module, around.prefixes, new HashMap<>());
    for (IRStatement child : statement.statements()) {
      if (DEFINITIONS.contains(keyword(child))) {
        scope.own.put(keyword(child) + " " + argument(child), new Definition(child, scope));
      }
    }
    return scope.own.isEmpty() ? around : scope;
  }

  private long used(String kind, IRStatement statement, Scope scope) {
    String name = argument(statement);
    int colon = name.indexOf(':');
    if (colon < 0) {
      for (Scope at = scope; at != null; at = at.outer) {
        Definition own = at.own.get(kind + " " + name);
        if (own != null) {
          return counted(own.statement, own.scope);
        }
      }
    }
    String module =
        colon < 0 ? scope.module : scope.prefixes.getOrDefault(name.substring(0, colon), "");
    long most = 0;
    for (Definition found :
        ofModules.getOrDefault(new Name(kind, module, name.substring(colon + 1)), List.of())) {
      most = Math.max(most, counted(found.statement, found.scope));
    }
    return most;
  }

  private long counted(IRStatement definition, Scope scope) {
    Long known = counted.get(definition);
    if (known != null) {
      return known;
    }
    // For a circle, while it is being counted.
    counted.put(definition, 0L);
    long count = count(definition, scope);
    counted.put(definition, count);
    return count;
  }

  private static long plus(long one, long other) {
    return Math.min(HIGHEST_COUNT, one + other);
  }
}
