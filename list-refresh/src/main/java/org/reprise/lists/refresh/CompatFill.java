package org.reprise.lists.refresh;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.reprise.lists.fqm.Queries;
import org.reprise.lists.fqm.QueryDetails;
import org.reprise.lists.refresh.RefreshTable.ListQuery;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.ReadSource;
import org.reprise.lists.split.Split;
import org.reprise.lists.split.StoppableWork.Registration;
import org.reprise.lists.work.Faults;
import org.springframework.stereotype.Component;

/**
 * {@link RefreshMode#COMPAT}: the algorithm of mod-lists 1.0.0, with its batches and its waiting.
 * Two things differ, for the original could lose records by them: a page is read from the reader
 * only when that has all results, and what was saved is counted before the list shows it.
 */
@Component
final class CompatFill implements Fill {
  private final Queries queries;
  private final Split split;
  private final ContentRows rows;
  private final RefreshSettings settings;

  CompatFill(Queries queries, Split split, ContentRows rows, RefreshSettings settings) {
    this.queries = queries;
    this.split = split;
    this.rows = rows;
    this.settings = settings;
  }

  @Override
  public Filled fill(Job job, ListQuery list) throws Failure, SQLException, InterruptedException {
    rows.removeEarlier(job);
    UUID query =
        list.queryId() == null
            ? queries.startForRefresh(
                job.tenant(), list.type(), list.fql(), job.refreshId(), settings.maxSize())
            : list.queryId();
    try {
      QueryDetails found = await(job, list, query);
      int count = found.totalRecords();
      if (count > settings.maxSize()) {
        throw Failure.tooLarge(settings.maxSize());
      }
      RefreshSource source = save(job, found, count);
      Filled filled = new Filled(count, source, Objects.requireNonNull(found.position()));
      rows.show(job, filled);
      return filled;
    } finally {
      if (list.queryId() == null) {
        queries.discard(job.tenant(), query);
      }
    }
  }

  private QueryDetails await(Job job, ListQuery list, UUID query) throws Failure, SQLException {
    while (true) {
      job.work().pause(settings.poll());
      job.requireGoing();
      QueryDetails details = queries.find(job.tenant(), query).orElse(null);
      if (details == null) {
        throw ended(list, "it was removed");
      }
      switch (details.status()) {
        case IN_PROGRESS -> {}
        case SUCCESS -> {
          return details;
        }
        case FAILED, CANCELLED ->
            throw ended(
                list, Objects.requireNonNullElse(details.failureReason(), "it was cancelled"));
      }
    }
  }

  // A query of the refresh itself is run again; one that its caller has run is not.
  private static SQLException ended(ListQuery list, String reason) throws Failure {
    String message = "The query has no results: " + reason;
    if (list.queryId() != null) {
      throw new Failure("refresh.failed", message);
    }
    return new SQLException(message, Faults.BEGIN_AGAIN);
  }

  private RefreshSource save(Job job, QueryDetails query, int total) throws SQLException {
    // What was found on the writer is read there: one refresh uses one server where it can.
    ReadSource pages =
        query.fromReader()
            ? split.choose(Feature.FQM, settings.catchUp())
            : ReadSource.ofWriter(split.writer());
    for (int offset = 0; offset < total; offset += settings.page()) {
      List<UUID> page = page(job, pages, query.queryId(), offset);
      if (page.isEmpty()) {
        throw new SQLException(
            "results end at %d of %d".formatted(offset, total), Faults.BEGIN_AGAIN);
      }
      job.requireGoing();
      rows.save(job, page, offset);
    }
    if (!query.fromReader()) {
      return RefreshSource.WRITER;
    }
    return pages.isReader() ? RefreshSource.READER : RefreshSource.MIXED;
  }

  private List<UUID> page(Job job, ReadSource source, UUID query, int offset) throws SQLException {
    try (Connection reader = source.connect();
        Registration _ = job.work().register(reader)) {
      return queries.page(DatabaseClient.on(reader), job.tenant(), query, offset, settings.page());
    }
  }
}
