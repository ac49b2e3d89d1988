package org.reprise.lists.refresh;

import java.util.UUID;

/**
 * The event of a list that has new contents.
 *
 * @param position what they show: everything committed before this position of the writer's log
 */
record ListRefreshed(
    UUID listId, UUID refreshId, RefreshMode mode, int recordsCount, String position) {
  static final String TOPIC = "lists.list-refreshed";

  static ListRefreshed of(Job job, Filled filled) {
    return new ListRefreshed(
        job.listId(), job.refreshId(), job.mode(), filled.count(), filled.position());
  }
}
