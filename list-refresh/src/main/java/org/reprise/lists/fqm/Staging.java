package org.reprise.lists.fqm;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.postgresql.replication.LogSequenceNumber;
import org.reprise.lists.query.IdQuery;
import org.reprise.lists.split.BulkTransaction;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.ReadSource;
import org.reprise.lists.split.Split;

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
    ReadSource source = split.choose(Feature.FQM, settings.catchUp());
    try (Connection reader = source.connect();
        BulkTransaction transaction = BulkTransaction.begin(reader, query.work())) {
      LogSequenceNumber position = source.position(reader);
      int total = copy(query, ids, reader);
      // First: a query that succeeded does not begin again, and the pool keeps the connection.
      transaction.commit();
      if (total > query.max() && !query.isOfRefresh()) {
        throw new TooMany("The query finds more than %,d records".formatted(query.max()));
      }
      table.succeed(query.tenant(), query.id(), total, source.isReader(), position);
    }
  }

  private int copy(RunningQuery query, IdQuery ids, Connection reader) throws SQLException {
    int total = 0;
    List<UUID> batch = new ArrayList<>(BATCH);
    try (Stream<UUID> found =
        DatabaseClient.on(reader)
            .sql(ids.sql())
            .params(ids.binds())
            .withFetchSize(BATCH)
            .query((row, _) -> row.getObject(1, UUID.class))
            .stream()) {
      Iterator<UUID> rows = found.iterator();
      while (total <= query.max() && rows.hasNext()) {
        batch.add(rows.next());
        total++;
        if (batch.size() == BATCH) {
          save(query, batch);
        }
      }
    }
    save(query, batch);
    return total;
  }

  private void save(RunningQuery query, List<UUID> batch) throws SQLException {
    query.work().requireGoing();
    if (batch.isEmpty()) {
      return;
    }
    if (!table.save(query.tenant(), query.id(), batch)) {
      query.work().stop();
      query.work().requireGoing();
    }
    query.results().addAndGet(batch.size());
    batch.clear();
  }
}
