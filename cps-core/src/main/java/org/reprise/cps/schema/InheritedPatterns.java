package org.reprise.cps.schema;

import static org.reprise.cps.schema.YangStatements.argument;
import static org.reprise.cps.schema.YangStatements.keyword;
import static org.reprise.cps.schema.YangStatements.within;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.opendaylight.yangtools.yang.ir.IRArgument;
import org.opendaylight.yangtools.yang.ir.IRStatement;
import org.reprise.cps.schema.Definitions.Definition;
import org.reprise.cps.schema.Definitions.Scope;

/**
 * Repeats the patterns of a type in types that are derived from it with a pattern or a length of
 * their own. A value must match all of them (RFC 7950, section 9.4.5), but yangtools 14 only
 * matches those of the last type that has such a restriction: {@code ipv4-address-no-zone} would
 * take {@code 999}.
 */
final class InheritedPatterns {
  private final Definitions definitions;
  private final Map<IRStatement, List<IRStatement>> ofTypes = new IdentityHashMap<>();

  InheritedPatterns(Definitions definitions) {
    this.definitions = definitions;
  }

  /** A module with the patterns; the same object where it needs none. */
  IRStatement addTo(Definition source) {
    boolean negates =
        within(source.statement(), "yang-version").anyMatch(s -> argument(s).equals("1.1"));
    return addTo(source.statement(), source.scope(), negates);
  }

  // YANG 1 has no patterns that must not match.
  private IRStatement addTo(IRStatement statement, Scope around, boolean negates) {
    Scope scope = Definitions.within(statement, around);
    ImmutableList.Builder<IRStatement> statements = ImmutableList.builder();
    boolean changed = false;
    for (IRStatement child : statement.statements()) {
      IRStatement with = addTo(child, scope, negates);
      changed |= with != child;
      statements.add(with);
    }
    if (keyword(statement).equals("type") && isRestricted(statement)) {
      for (IRStatement pattern : inherited(statement, scope)) {
        if (negates || within(pattern, "modifier").findAny().isEmpty()) {
          statements.add(pattern);
          changed = true;
        }
      }
    }
    return changed
        ? IRStatement.of(
            statement.keyword(),
            statement.argument(),
            statement.startLine(),
            statement.startColumn(),
            statements.build())
        : statement;
  }

  private static boolean isRestricted(IRStatement type) {
    return Stream.of("pattern", "length")
        .anyMatch(keyword -> within(type, keyword).findAny().isPresent());
  }

  // Of the typedef that a type names; those that the type itself has are left out.
  private List<IRStatement> inherited(IRStatement type, Scope scope) {
    List<IRStatement> known = ofTypes.get(type);
    if (known != null) {
      return known;
    }
    // For a circle, which yangtools refuses.
    ofTypes.put(type, List.of());
    Set<String> own = new HashSet<>();
    within(type, "pattern").forEach(pattern -> own.add(argument(pattern)));
    List<IRStatement> inherited = new ArrayList<>();
    // An import without a date is of the newest revision.
    definitions.named("typedef", type, scope).stream()
        .max(Comparator.comparing(it -> it.scope().module()))
        .ifPresent(typedef -> {
          Scope inner = Definitions.within(typedef.statement(), typedef.scope());
          within(typedef.statement(), "type")
              .forEach(base -> {
                within(base, "pattern").forEach(pattern -> inherited.add(quoted(pattern)));
                inherited.addAll(inherited(base, inner));
              });
        });
    inherited.removeIf(pattern -> !own.add(argument(pattern)));
    ofTypes.put(type, inherited);
    return inherited;
  }

  // Modules of other YANG versions read backslashes in double quotes in another way.
  private static IRStatement quoted(IRStatement pattern) {
    return IRStatement.of(
        pattern.keyword(),
        IRArgument.singleQuoted(argument(pattern)),
        pattern.startLine(),
        pattern.startColumn(),
        ImmutableList.copyOf(within(pattern, "modifier").toList()));
  }
}
