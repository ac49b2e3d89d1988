package org.reprise.lists.query;

import java.util.LinkedHashSet;
import java.util.Set;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.entity.Source;

/** The tables that a statement needs: the entities' own, and those that its fields are in. */
final class Joins {
  private final EntityType type;
  private final Set<Source> sources = new LinkedHashSet<>();

  Joins(EntityType type) {
    this.type = type;
    sources.add(type.root());
  }

  /** The column of a field; its table is joined from now on. */
  String column(Field field) {
    sources.addAll(type.path(field));
    return field.source() + "." + field.column();
  }

  /** The tables, each joined within its tenant. */
  String from() {
    StringBuilder from = new StringBuilder();
    // In the order of the description, in which a source follows the one that refers to it.
    for (Source source : type.sources()) {
      if (sources.contains(source)) {
        from.append(join(source));
      }
    }
    return from.toString();
  }

  private static String join(Source source) {
    if (source.from() == null) {
      return source.table() + " " + source.alias();
    }
    return "\n  %1$s join %2$s %3$s on %3$s.tenant = %4$s.tenant and %3$s.id = %4$s.%5$s"
        .formatted(
            source.optional() ? "left" : "inner",
            source.table(),
            source.alias(),
            source.from(),
            source.key());
  }
}
