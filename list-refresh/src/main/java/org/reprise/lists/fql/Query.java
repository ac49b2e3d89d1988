package org.reprise.lists.fql;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A query that fits its entity type.
 *
 * @param version the version of the entity types' descriptions that it was written for; null where
 *     it has none
 * @param condition what entities must meet
 */
public record Query(@Nullable String version, Condition condition) {
  /** Checks that there is a condition. */
  public Query {
    Objects.requireNonNull(condition, "condition");
  }
}
