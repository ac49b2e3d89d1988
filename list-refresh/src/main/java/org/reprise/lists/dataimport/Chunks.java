package org.reprise.lists.dataimport;

import java.util.Optional;
import java.util.UUID;
import org.reprise.kit.work.Outbox.Event;
import org.reprise.lists.event.Events;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Tenant;

/** Chunks of jobs in the database, and which of them are done. */
final class Chunks {
  static final String DONE = "DONE";

  private final DatabaseClient database;
  private final Events events;

  Chunks(DatabaseClient database, Events events) {
    this.database = database;
    this.events = events;
  }

  record Finished(
      String eventType, UUID jobExecutionId, int chunkNumber, int imported, int failed) {}

  /** Reads and locks a chunk until the transaction ends; empty where it is unknown. */
  Optional<ChunkState> lock(Tenant tenant, ChunkKey key) {
    return database
        .sql(
            """
            select c.number as chunk_number, c.first_record as chunk_first_record,
              c.records as chunk_records, c.file_offset as chunk_offset, c.length as chunk_length,
              j.hrid, c.state = 'PENDING' as is_pending
            from import_chunk c join job_execution j on j.tenant = c.tenant and j.id = c.job_id
            where c.tenant = ? and c.job_id = ? and c.number = ? for update of c\
            """)
        .params(tenant.number(), key.job(), key.number())
        .query(RecordMapper.of(ChunkState.class))
        .optional();
  }

  /** Stores the result of a chunk that the transaction has locked, and records its event. */
  void finish(Tenant tenant, ChunkKey key, String state, ChunkResult result) {
    database
        .sql(
            """
            update import_chunk set state = ?, imported = ?, failed = ?, settled_date = now()
            where tenant = ? and job_id = ? and number = ?\
            """)
        .params(state, result.imported(), result.failed(), tenant.number(), key.job(), key.number())
        .update();
    boolean isComplete = state.equals(DONE) && result.failed() == 0;
    String type = isComplete ? "DI_COMPLETED" : "DI_ERROR";
    Finished body = new Finished(type, key.job(), key.number(), result.imported(), result.failed());
    events.record(tenant, new Event(type, key.toString(), body));
  }

  /** Marks a chunk as failed: none of its records is imported. */
  void giveUp(Tenant tenant, ChunkKey key, String reason) {
    database.inTransaction(() ->
        lock(tenant, key)
            .filter(ChunkState::isPending)
            .ifPresent(state -> giveUp(tenant, key, state.chunk(), reason)));
  }

  private void giveUp(Tenant tenant, ChunkKey key, Chunk chunk, String reason) {
    database
        .sql(
            """
            insert into job_log_entry (tenant, job_id, record, file_offset, error)
            select ?, ?, record, ?, ? from generate_series(?::int, ?::int) as r (record)
            on conflict do nothing\
            """)
        .params(
            tenant.number(),
            key.job(),
            chunk.offset(),
            "Not imported: its chunk failed: " + reason,
            chunk.firstRecord(),
            chunk.firstRecord() + chunk.records() - 1)
        .update();
    finish(tenant, key, "FAILED", new ChunkResult(0, chunk.records()));
  }
}
