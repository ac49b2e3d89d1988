package org.reprise.lists.refresh;

import java.util.UUID;
import org.reprise.kit.work.Outbox.Event;

/** The event of new contents, of all that was committed before a position of the writer's log. */
record ListRefreshed(
    UUID listId, UUID refreshId, RefreshMode mode, int recordsCount, String position) {
  static Event event(Job job, Filled filled) {
    return new Event(
        "lists.list-refreshed",
        job.listId().toString(),
        new ListRefreshed(
            job.listId(), job.refreshId(), job.mode(), filled.count(), filled.position()));
  }
}
