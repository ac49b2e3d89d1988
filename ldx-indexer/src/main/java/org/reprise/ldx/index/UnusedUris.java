package org.reprise.ldx.index;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Removes URIs that nothing refers to any more, such as those of replaced versions: a piece at a
 * time, each in a short transaction that no batch runs beside.
 */
@Component
public final class UnusedUris {
  private static final int PIECE = 5_000;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private @Nullable UUID after;

  public UnusedUris(JdbcClient jdbc, TransactionTemplate transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  /**
   * Looks at the next piece.
   *
   * @return whether there is more; after the last piece it begins again
   */
  public boolean removePiece() {
    List<UUID> piece =
        jdbc.sql("select id from uri where (?::uuid is null or id > ?) order by id limit ?")
            .param(after)
            .param(after)
            .param(PIECE)
            .query((row, at) -> row.getObject(1, UUID.class))
            .list();
    if (!piece.isEmpty()) {
      transactions.executeWithoutResult(status -> remove(piece));
    }
    after = piece.size() < PIECE ? null : piece.getLast();
    return after != null;
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
