package org.reprise.lists.refresh;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.replication.LogSequenceNumber;
import org.reprise.lists.fql.FqlReader;
import org.reprise.lists.query.CopyQuery;
import org.reprise.lists.query.IdQuery;
import org.reprise.lists.refresh.RefreshTable.ListQuery;
import org.reprise.lists.split.BulkTransaction;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.ReadSource;
import org.reprise.lists.split.Split;
import org.springframework.stereotype.Component;

/**
 * {@link RefreshMode#FAST}: one statement reads the ids, in order, from one server; they go into
 * segments in one transaction, whose end shows them. A process that dies leaves nothing.
 */
@Component
final class FastFill implements Fill {
  private final Split split;
  private final RefreshTable refreshes;
  private final RefreshSettings settings;

  FastFill(Split split, RefreshTable refreshes, RefreshSettings settings) {
    this.split = split;
    this.refreshes = refreshes;
    this.settings = settings;
  }

  @Override
  public Filled fill(Job job, ListQuery list) throws Failure, SQLException {
    CopyQuery query =
        CopyQuery.of(
            IdQuery.of(
                list.type(), FqlReader.read(list.fql(), list.type()), job.tenant().number()));
    ReadSource source = split.choose(Feature.FQM, settings.catchUp());
    try (Connection reader = source.connect();
        BulkTransaction reads = BulkTransaction.begin(reader, job.work())) {
      LogSequenceNumber position = source.position(reader);
      // This waits for the first id. The server would end a writer's transaction that is idle
      // meanwhile.
      IdReader ids = IdReader.begin(reader, query);
      try (Connection writer = split.writer().getConnection();
          BulkTransaction writes = BulkTransaction.begin(writer, job.work())) {
        Filled filled =
            new Filled(
                pipe(ids, SegmentWriter.begin(writer, job)),
                source.isReader() ? RefreshSource.READER : RefreshSource.WRITER,
                position.asString());
        refreshes.complete(writer, job, filled);
        reads.commit();
        writes.commit();
        split.recordWrites();
        return filled;
      }
    }
  }

  private int pipe(IdReader ids, SegmentWriter segments) throws Failure, SQLException {
    for (byte[] id = ids.next(); id != null; id = ids.next()) {
      if (ids.count() > settings.maxSize()) {
        throw Failure.tooLarge(settings.maxSize());
      }
      segments.add(id);
    }
    segments.end();
    return Math.toIntExact(ids.count());
  }
}
