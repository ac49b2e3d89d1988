package org.reprise.ldx.index;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Removes the artifacts and links of removed data sources. */
@Component
public final class RemovedSources {
  private static final int PIECE = 5_000;

  private final JdbcClient jdbc;

  public RemovedSources(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Removes a piece; returns whether there is more. */
  public boolean removePiece() {
    List<Integer> sources =
        jdbc.sql("select id from removed_source order by id limit 1")
            .query((row, at) -> row.getInt(1))
            .list();
    if (sources.isEmpty()) {
      return false;
    }
    int source = sources.getFirst();
    int removed = 0;
    for (String table : List.of("link", "artifact", "validation_member")) {
      removed +=
          jdbc.sql(
                  "delete from "
                      + table
                      + " where ctid = any (array(select ctid from "
                      + table
                      + " where data_source = ? limit ?))")
              .params(source, PIECE)
              .update();
    }
    if (removed == 0) {
      jdbc.sql("delete from removed_source where id = ?").param(source).update();
    }
    return true;
  }
}
