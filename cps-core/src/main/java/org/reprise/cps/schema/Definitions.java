package org.reprise.cps.schema;

import static org.reprise.cps.schema.YangStatements.argument;
import static org.reprise.cps.schema.YangStatements.keyword;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.ir.IRStatement;

/**
 * The groupings and typedefs of modules, found by their names as RFC 7950 (sections 5.5 and 6.2.1)
 * has them, before yangtools puts them where they are used.
 */
final class Definitions {
  private static final Set<String> KEYWORDS = Set.of("grouping", "typedef");

  private record Name(String kind, String module, String name) {
    Name ofAnyRevision() {
      return new Name(kind, module.split("@", 2)[0], name);
    }
  }

  /** A statement, and the scope of the one that it stands in. */
  record Definition(IRStatement statement, Scope scope) {}

  /** What can be named at a place: definitions around it, and those of modules by prefix. */
  record Scope(
      @Nullable Scope outer,
      String module,
      Map<String, String> prefixes,
      Map<String, Definition> own) {}

  private final ListMultimap<Name, Definition> ofModules = ArrayListMultimap.create();
  private final List<Definition> sources = new ArrayList<>();

  /** Finds the definitions at the top of modules and submodules, as they were read. */
  Definitions(Collection<IRStatement> modules) {
    modules.forEach(this::add);
  }

  private void add(IRStatement source) {
    String module =
        YangStatements.within(source, "belongs-to")
            .map(YangStatements::argument)
            .findFirst()
            .orElse(dated(source, "revision"));
    Map<String, String> prefixes = new HashMap<>();
    Scope scope = new Scope(null, module, prefixes, new HashMap<>());
    sources.add(new Definition(source, scope));
    for (IRStatement statement : source.statements()) {
      switch (keyword(statement)) {
        case "belongs-to" -> addPrefix(statement, module, prefixes);
        case "prefix" -> prefixes.put(argument(statement), module);
        case "import" -> addPrefix(statement, dated(statement, "revision-date"), prefixes);
        case "grouping", "typedef" -> {
          Name name = new Name(keyword(statement), module, argument(statement));
          ofModules.put(name, new Definition(statement, scope));
          ofModules.put(name.ofAnyRevision(), new Definition(statement, scope));
        }
        default -> {}
      }
    }
  }

  // As name@revision, or the name alone where there is none.
  private static String dated(IRStatement module, String keyword) {
    return YangStatements.within(module, keyword)
        .map(date -> argument(module) + "@" + argument(date))
        .max(Comparator.naturalOrder())
        .orElse(argument(module));
  }

  private static void addPrefix(
      IRStatement statement, String module, Map<String, String> prefixes) {
    YangStatements.within(statement, "prefix")
        .forEach(prefix -> prefixes.put(argument(prefix), module));
  }

  static boolean isDefinition(IRStatement statement) {
    return KEYWORDS.contains(keyword(statement));
  }

  List<Definition> sources() {
    return sources;
  }

  static Scope within(IRStatement statement, Scope around) {
    Scope scope = new Scope(around, around.module, around.prefixes, new HashMap<>());
    for (IRStatement child : statement.statements()) {
      if (isDefinition(child)) {
        scope.own.put(keyword(child) + " " + argument(child), new Definition(child, scope));
      }
    }
    return scope.own.isEmpty() ? around : scope;
  }

  /**
   * What a statement names.
   *
   * @param kind {@code grouping} or {@code typedef}
   * @param statement whose argument is the name, with or without a prefix
   * @return several where revisions of one module have it and none is named; none where nothing has
   */
  List<Definition> named(String kind, IRStatement statement, Scope scope) {
    String name = argument(statement);
    int colon = name.indexOf(':');
    if (colon < 0) {
      for (Scope at = scope; at != null; at = at.outer) {
        Definition own = at.own.get(kind + " " + name);
        if (own != null) {
          return List.of(own);
        }
      }
    }
    String module =
        colon < 0 ? scope.module : scope.prefixes.getOrDefault(name.substring(0, colon), "");
    Name full = new Name(kind, module, name.substring(colon + 1));
    // A submodule does not say of which revision its module is.
    return ofModules.get(ofModules.containsKey(full) ? full : full.ofAnyRevision());
  }
}
