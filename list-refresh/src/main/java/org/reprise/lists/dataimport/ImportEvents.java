package org.reprise.lists.dataimport;

import java.util.UUID;
import org.reprise.lists.event.Events;
import org.reprise.lists.tenant.Tenant;

/** Records the events of finished chunks, in the transaction that ends them. */
final class ImportEvents {
  private static final String COMPLETED = "DI_COMPLETED";
  private static final String ERROR = "DI_ERROR";

  private final Events events;

  ImportEvents(Events events) {
    this.events = events;
  }

  record Finished(
      String eventType, UUID jobExecutionId, int chunkNumber, int imported, int failed) {}

  void finished(Tenant tenant, ChunkKey key, String state, ChunkResult result) {
    String type = state.equals(ChunkState.DONE) && result.failed() == 0 ? COMPLETED : ERROR;
    events.record(
        tenant,
        type,
        key.toString(),
        new Finished(type, key.job(), key.number(), result.imported(), result.failed()));
  }
}
