package org.reprise.lists.dataimport;

import java.util.UUID;
import org.reprise.lists.event.Events;
import org.reprise.lists.tenant.Tenant;

/** Tells others what became of chunks, within the transaction that settles them. */
final class ImportEvents {
  private static final String COMPLETED = "DI_COMPLETED";
  private static final String ERROR = "DI_ERROR";

  private final Events events;

  ImportEvents(Events events) {
    this.events = events;
  }

  /** The body of an event. */
  record Settled(
      String eventType, UUID jobExecutionId, int chunkNumber, int imported, int failed) {}

  void settled(Tenant tenant, ChunkKey key, String state, ChunkResult result) {
    String type = state.equals(ChunkState.DONE) && result.failed() == 0 ? COMPLETED : ERROR;
    events.record(
        tenant,
        type,
        key.toString(),
        new Settled(type, key.job(), key.number(), result.imported(), result.failed()));
  }
}
