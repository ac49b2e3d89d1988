package org.reprise.lists.refresh;

import java.sql.Connection;
import java.sql.SQLException;
import org.reprise.lists.fql.FqlReader;
import org.reprise.lists.query.CopyQuery;
import org.reprise.lists.query.IdQuery;
import org.reprise.lists.refresh.RefreshTable.ListQuery;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.LongStatements;
import org.reprise.lists.split.OpenTransaction;
import org.reprise.lists.split.ReadSource;
import org.reprise.lists.split.Split;
import org.reprise.lists.split.StoppableWork.Registration;
import org.reprise.lists.split.WalPosition;
import org.springframework.stereotype.Component;

/**
 * {@link RefreshMode#FAST}: one statement reads the ids, in order, from one server; they go into
 * segments in one transaction, whose end shows them. A process that dies leaves nothing.
 */
@Component
final class FastFill implements Fill {
  private final Split split;
  private final FqlReader fql;
  private final RefreshTable refreshes;
  private final RefreshSettings settings;

  FastFill(Split split, FqlReader fql, RefreshTable refreshes, RefreshSettings settings) {
    this.split = split;
    this.fql = fql;
    this.refreshes = refreshes;
    this.settings = settings;
  }

  @Override
  public Filled fill(Running running, ListQuery list) throws Failure, SQLException {
    Filled filled = show(running, list);
    split.recordWrites();
    return filled;
  }

  private Filled show(Running running, ListQuery list) throws Failure, SQLException {
    Job job = running.job();
    CopyQuery query =
        CopyQuery.of(
            IdQuery.of(list.type(), fql.read(list.fql(), list.type()), job.tenant().number()));
    WalPosition mustShow = split.position();
    ReadSource source = split.choose(Feature.FQM, mustShow, settings.catchUp());
    try (Connection reader = source.connect();
        Registration _ = running.work().register(reader);
        OpenTransaction reads = OpenTransaction.beginCopy(reader)) {
      LongStatements.allow(reader);
      WalPosition position = source.requireShown(mustShow, reader);
      // This waits for the first id. The server would end a writer's transaction that is idle
      // meanwhile.
      IdReader ids = IdReader.begin(reader, query, settings.sortMemory());
      try (Connection writer = split.writer().getConnection();
          Registration _ = running.work().register(writer);
          OpenTransaction writes = OpenTransaction.beginCopy(writer)) {
        LongStatements.allow(writer);
        Filled filled =
            new Filled(
                pipe(ids, SegmentWriter.begin(writer, job)),
                source.isReader() ? RefreshSource.READER : RefreshSource.WRITER,
                position.toString());
        refreshes.complete(writer, job, filled);
        reads.commit();
        writes.commit();
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
