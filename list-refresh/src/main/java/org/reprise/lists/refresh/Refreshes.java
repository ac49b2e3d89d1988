package org.reprise.lists.refresh;

import java.util.UUID;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.list.ListRefusals;
import org.reprise.lists.list.RefreshView;
import org.reprise.lists.refresh.RefreshTable.ListRow;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Refusal;
import org.springframework.http.HttpStatus;

/** Refreshes of lists: one at a time of each. */
public final class Refreshes {
  private final RefreshTable table;
  private final Refresher refresher;
  private final DatabaseClient database;
  private final EntityTypes types;

  Refreshes(RefreshTable table, Refresher refresher, DatabaseClient database, EntityTypes types) {
    this.table = table;
    this.refresher = refresher;
    this.database = database;
    this.types = types;
  }

  private record Begun(RefreshView refresh, Job job) {}

  /**
   * Begins to fill a list.
   *
   * @return the refresh, which is in progress
   * @throws Refusal when there is no such list, it is somebody else's, not active, has no query, or
   *     is being refreshed already; 503 when too many refreshes of this process are pending
   */
  public RefreshView start(Caller caller, UUID listId, RefreshMode mode) {
    if (refresher.isClosed()) {
      throw new Refusal(
          HttpStatus.SERVICE_UNAVAILABLE, "shutting.down", "The service is shutting down");
    }
    if (refresher.isFull()) {
      throw new Refusal(
          HttpStatus.SERVICE_UNAVAILABLE,
          "too.many.refreshes",
          "Too many refreshes are pending; try later");
    }
    Begun begun = database.inTransaction(() -> begin(caller, listId, mode));
    refresher.submit(begun.job());
    return begun.refresh();
  }

  private Begun begin(Caller caller, UUID listId, RefreshMode mode) {
    ListRow list = visible(caller, listId);
    if (!list.isActive()) {
      throw ListRefusals.inactive(listId, list.name());
    }
    String fql = list.fqlQuery();
    if (fql == null || fql.isBlank()) {
      throw refused(listId, list, "list.missing.query", "List %s has no query");
    }
    if (list.inProgress() != null) {
      throw ListRefusals.refreshing(listId, list.name());
    }
    if (types.find(list.entityTypeId()).isEmpty()) {
      throw refused(listId, list, "entity.type.not.found", "The entity type of list %s is gone");
    }
    RefreshView refresh = table.begin(caller, listId, list.version(), mode);
    return new Begun(refresh, new Job(caller.tenant(), refresh.id(), listId, mode, 1));
  }

  /**
   * Ends the refresh of a list, and the work of the database on it. Another process that does it
   * learns of this by its next renewal of the lease.
   *
   * @throws Refusal when there is no such list, it is somebody else's, or is not being refreshed
   */
  public void cancel(Caller caller, UUID listId) {
    UUID cancelled = database.inTransaction(() -> endInProgress(caller, listId));
    refresher.stop(cancelled);
  }

  private UUID endInProgress(Caller caller, UUID listId) {
    ListRow list = visible(caller, listId);
    UUID refreshId = list.inProgress();
    if (refreshId == null || !table.cancel(caller, listId, refreshId)) {
      throw refused(listId, list, "list.not.refreshing", "List %s is not being refreshed");
    }
    return refreshId;
  }

  private ListRow visible(Caller caller, UUID listId) {
    ListRow list =
        table.lock(caller.tenant(), listId).orElseThrow(() -> ListRefusals.notFound(listId));
    types.find(list.entityTypeId()).ifPresent(type -> ListRefusals.requireAccess(caller, type));
    ListRefusals.requireVisible(caller, listId, list.isPrivate(), list.createdBy());
    return list;
  }

  private static Refusal refused(UUID listId, ListRow list, String code, String message) {
    return ListRefusals.about(listId, list.name(), code, message);
  }
}
