package org.reprise.ldx.index;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Removes rows of the index that nothing refers to, in pieces. Not safe for several threads. */
@Component
public final class IndexCleanup {
  private static final int MAX_ARTIFACTS = 2_000;
  private static final int MAX_URIS = 5_000;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final LinkIndex index;
  private int source;
  private @Nullable UUID lastArtifact;
  private @Nullable UUID lastUri;

  public IndexCleanup(JdbcClient jdbc, TransactionTemplate transactions, LinkIndex index) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.index = index;
  }

  /** Removes artifacts and links of removed data sources; returns whether there is more. */
  public boolean removeOfRemovedSources() {
    Optional<Integer> next =
        jdbc.sql("select id from removed_source order by id limit 1")
            .query(Integer.class)
            .optional();
    if (next.isEmpty()) {
      return false;
    }
    // Another process may have removed the rest of the one before.
    lastArtifact = source == next.get() ? lastArtifact : null;
    source = next.get();
    lastArtifact = index.removeOlder(jdbc, source, Integer.MAX_VALUE, lastArtifact, MAX_ARTIFACTS);
    if (lastArtifact == null) {
      for (String row : List.of("validation_member where data_source", "removed_source where id")) {
        jdbc.sql("delete from " + row + " = ?").param(source).update();
      }
    }
    return true;
  }

  /**
   * Removes unused ones of the next URIs, such as those of replaced versions, in a short
   * transaction that no batch runs beside.
   *
   * @return whether there is more; after the last piece it begins again
   */
  public boolean removeUnusedUris() {
    List<UUID> piece =
        jdbc.sql("select id from uri where (?::uuid is null or id > ?) order by id limit ?")
            .param(lastUri)
            .param(lastUri)
            .param(MAX_URIS)
            .query((row, at) -> row.getObject(1, UUID.class))
            .list();
    if (!piece.isEmpty()) {
      transactions.executeWithoutResult(status -> remove(piece));
    }
    lastUri = piece.size() < MAX_URIS ? null : piece.getLast();
    return lastUri != null;
  }

  private void remove(List<UUID> piece) {
    if (IndexLocks.tryAlone(jdbc, IndexLocks.URIS)) {
      jdbc.sql(
              """
              delete from uri u where u.id = any (?)
                and not exists (select 1 from link l where l.target = u.id)
                and not exists (select 1 from artifact a where a.uri = u.id)
                and not exists (select 1 from artifact a where a.concept = u.id)
                and not exists (select 1 from artifact a where a.component = u.id)
              """)
          .param(piece.toArray(UUID[]::new))
          .update();
    }
  }
}
