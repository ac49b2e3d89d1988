package org.reprise.lists.entity;

import org.jspecify.annotations.Nullable;

/**
 * A table that an entity type takes fields from. All have the columns {@code tenant} and {@code
 * id}; the first is the one whose rows are the entities, each of the others is reached from one
 * before it by a column that holds its id.
 *
 * @param alias what fields call it, unique in the entity type
 * @param from the alias of the source that refers to it; null for the first
 * @param key the column of {@code from} that holds this table's id; null for the first
 * @param optional whether {@code key} may be null
 */
public record Source(
    String alias, String table, @Nullable String from, @Nullable String key, boolean optional) {

  public Source {
    Identifier.check("Alias", alias);
    Identifier.check("Table", table);
    if ((from == null) != (key == null)) {
      throw new IllegalArgumentException("Source '" + alias + "' needs both 'from' and 'key'");
    }
    if (key != null) {
      Identifier.check("Key", key);
    }
  }
}
