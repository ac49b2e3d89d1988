package org.reprise.lists.fqm;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.reprise.lists.query.IdQuery;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.LongStatements;
import org.reprise.lists.split.OpenTransaction;
import org.reprise.lists.split.ReadSource;
import org.reprise.lists.split.Split;
import org.reprise.lists.split.StoppableWork;
import org.reprise.lists.split.WalPosition;

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

  static final class TooMany extends Exception {
    private static final long serialVersionUID = 1;

    TooMany(String message) {
      super(message);
    }
  }

  /**
   * Saves all results of a query that has none.
   *
   * @throws TooMany where a request's query finds more than it may; a refresh's ends with one more
   *     than was wanted, by which the refresh knows that the list is too large
   */
  void stage(RunningQuery query, IdQuery ids) throws SQLException, TooMany {
    WalPosition mustShow = split.position();
    ReadSource source = split.choose(Feature.FQM, mustShow, settings.catchUp());
    try (Connection reader = source.connect();
        StoppableWork.Registration _ = query.work().register(reader);
        OpenTransaction _ = OpenTransaction.begin(reader)) {
      LongStatements.allow(reader);
      WalPosition position = source.requireShown(mustShow, reader);
      int total = copy(query, ids, reader);
      table.succeed(query.tenant(), query.id(), total, source.isReader(), position);
    }
  }

  private int copy(RunningQuery query, IdQuery ids, Connection reader)
      throws SQLException, TooMany {
    int total = 0;
    try (PreparedStatement statement = ids.prepare(reader)) {
      statement.setFetchSize(BATCH);
      try (ResultSet rows = statement.executeQuery()) {
        List<UUID> batch = new ArrayList<>(BATCH);
        while (total <= query.max() && rows.next()) {
          batch.add(rows.getObject(1, UUID.class));
          total++;
          if (batch.size() == BATCH) {
            save(query, batch);
          }
        }
        if (total > query.max() && !query.isOfRefresh()) {
          throw new TooMany("The query finds more than %,d records".formatted(query.max()));
        }
        save(query, batch);
      }
    }
    return total;
  }

  private void save(RunningQuery query, List<UUID> batch) throws SQLException {
    query.work().requireGoing();
    if (batch.isEmpty()) {
      return;
    }
    table.save(query.tenant(), query.id(), batch);
    query.results().addAndGet(batch.size());
    batch.clear();
  }
}
