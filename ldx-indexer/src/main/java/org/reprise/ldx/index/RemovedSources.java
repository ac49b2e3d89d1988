package org.reprise.ldx.index;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Removes the artifacts and links of removed data sources. Not safe for several threads. */
@Component
public final class RemovedSources {
  private static final int PIECE = 2_000;

  private final JdbcClient jdbc;
  private final LinkIndex index;
  private int source;
  private @Nullable UUID after;

  public RemovedSources(JdbcClient jdbc, LinkIndex index) {
    this.jdbc = jdbc;
    this.index = index;
  }

  /** Removes a piece; returns whether there is more. */
  public boolean removePiece() {
    Optional<Integer> next =
        jdbc.sql("select id from removed_source order by id limit 1")
            .query(Integer.class)
            .optional();
    if (next.isEmpty()) {
      return false;
    }
    // Another process may have removed the rest of the one before.
    after = source == next.get() ? after : null;
    source = next.get();
    after = index.removeOlder(jdbc, source, Integer.MAX_VALUE, after, PIECE);
    if (after == null) {
      for (String row : List.of("validation_member where data_source", "removed_source where id")) {
        jdbc.sql("delete from " + row + " = ?").param(source).update();
      }
    }
    return true;
  }
}
