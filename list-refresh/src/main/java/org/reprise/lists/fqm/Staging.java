package org.reprise.lists.fqm;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.ReadSource;
import org.reprise.lists.split.Split;
import org.reprise.lists.split.StoppableWork;
import org.reprise.lists.split.WalPosition;
import org.reprise.lists.work.Faults;

/**
 * Reads a query's ids by a cursor, from the reader where FQM is split, and saves them on the writer
 * in batches of 100, a transaction each: as mod-fqm-manager 1.0.0 does.
 */
final class Staging {
  private static final int BATCH = 100;

  private final QueryTable table;
  private final Split split;
  private final QuerySettings settings;

  Staging(QueryTable table, Split split, QuerySettings settings) {
    this.table = table;
    this.split = split;
    this.settings = settings;
  }

  /** Saves all results of a query that has none. */
  void stage(RunningQuery query) throws SQLException {
    WalPosition mustShow = split.position();
    ReadSource source = split.choose(Feature.FQM, mustShow, settings.catchUp());
    try (Connection reader = source.connect();
        StoppableWork.Registration _ = query.work().register(reader)) {
      reader.setAutoCommit(false);
      try {
        WalPosition position =
            source
                .position(reader)
                .filter(at -> at.shows(mustShow))
                .orElseThrow(() ->
                    new SQLException("the reader does not show what it must", Faults.BEGIN_AGAIN));
        int total = copy(query, reader);
        table.succeed(query.tenant(), query.id(), total, source.isReader(), position);
      } finally {
        end(reader);
      }
    }
  }

  private static void end(Connection reader) throws SQLException {
    if (!reader.isClosed()) {
      reader.rollback();
      reader.setAutoCommit(true);
    }
  }

  private int copy(RunningQuery query, Connection reader) throws SQLException {
    int total = 0;
    try (PreparedStatement statement = query.ids().prepare(reader)) {
      statement.setFetchSize(BATCH);
      try (ResultSet rows = statement.executeQuery()) {
        List<UUID> batch = new ArrayList<>(BATCH);
        while (rows.next()) {
          batch.add(rows.getObject(1, UUID.class));
          total++;
          if (batch.size() == BATCH) {
            save(query, batch);
          }
        }
        save(query, batch);
      }
    }
    return total;
  }

  private void save(RunningQuery query, List<UUID> batch) throws SQLException {
    query.work().requireGoing();
    if (!batch.isEmpty()) {
      table.save(query.tenant(), query.id(), batch);
      batch.clear();
    }
  }
}
