package org.reprise.lists.refresh;

import java.util.UUID;
import java.util.function.Supplier;
import org.reprise.lists.fqm.Queries;
import org.reprise.lists.list.ListChange;
import org.reprise.lists.list.ListRefusals;
import org.reprise.lists.list.ListView;
import org.reprise.lists.list.Lists;
import org.reprise.lists.list.RefreshView;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Refusal;
import org.springframework.stereotype.Component;

/** Refreshes of lists: one at a time of each. */
@Component
public final class Refreshes {
  private final Lists lists;
  private final RefreshTable table;
  private final Refresher refresher;
  private final Queries queries;
  private final DatabaseClient database;

  Refreshes(
      Lists lists,
      RefreshTable table,
      Refresher refresher,
      Queries queries,
      DatabaseClient database) {
    this.lists = lists;
    this.queries = queries;
    this.table = table;
    this.refresher = refresher;
    this.database = database;
  }

  /**
   * Begins to fill a list.
   *
   * @return the refresh, which is in progress
   * @throws Refusal when there is no such list, it is somebody else's, not active, has no query, or
   *     is being refreshed already; 503 when too many refreshes of the tenant are pending
   */
  public RefreshView start(Caller caller, UUID listId, RefreshMode mode) {
    return start(caller, mode, () -> begin(caller, listId, mode));
  }

  /**
   * Saves a list. An active one is filled with the results of the query that the change names: in
   * the compatible mode, as soon as the query has ended.
   *
   * @throws Refusal also where the caller has no such query, or one of another entity type
   */
  ListView save(Caller caller, ListChange change, Supplier<ListView> save) {
    UUID queryId = change.queryId();
    if (queryId == null || !Boolean.TRUE.equals(change.isActive())) {
      return save.get();
    }
    UUID type = queries.find(caller, queryId).entityTypeId();
    RefreshView refresh =
        start(
            caller,
            RefreshMode.COMPAT,
            () -> {
              ListView list = save.get();
              if (!type.equals(list.entityTypeId())) {
                throw Refusal.invalid("queryId", "is a query of another entity type");
              }
              return table.begin(caller, list.id(), list.version(), RefreshMode.COMPAT, queryId);
            });
    return lists.find(caller, refresh.listId());
  }

  private RefreshView start(Caller caller, RefreshMode mode, Supplier<RefreshView> begin) {
    if (refresher.isClosed()) {
      throw Refusal.unavailable("shutting.down", "The service is shutting down");
    }
    return refresher
        .turns(mode)
        .begin(
            caller.tenant(),
            "refreshes",
            () -> {
              RefreshView refresh = database.inTransaction(begin);
              refresher.submit(new Job(caller.tenant(), refresh.id(), refresh.listId(), mode, 1));
              return refresh;
            });
  }

  private RefreshView begin(Caller caller, UUID listId, RefreshMode mode) {
    ListView list = lists.lock(caller, listId);
    if (!list.isActive()) {
      throw ListRefusals.inactive(listId, list.name());
    }
    String fql = list.fqlQuery();
    if (fql == null || fql.isBlank()) {
      throw refused(list, "list.missing.query", "List %s has no query");
    }
    if (list.inProgressRefresh() != null) {
      throw ListRefusals.refreshing(listId, list.name());
    }
    if (list.entityTypeName() == null) {
      throw refused(list, "entity.type.not.found", "The entity type of list %s is gone");
    }
    return table.begin(caller, listId, list.version(), mode, null);
  }

  /**
   * Ends the refresh of a list, and the work of the database on it. Another process that does it
   * learns of this by its next renewal of the lease.
   *
   * @throws Refusal when there is no such list, it is somebody else's, or is not being refreshed
   */
  public void cancel(Caller caller, UUID listId) {
    UUID cancelled =
        database.inTransaction(() -> {
          ListView list = lists.lock(caller, listId);
          RefreshView refresh = list.inProgressRefresh();
          if (refresh == null || !table.cancel(caller, listId, refresh.id())) {
            throw refused(list, "list.not.refreshing", "List %s is not being refreshed");
          }
          return refresh.id();
        });
    refresher.stop(cancelled);
  }

  private static Refusal refused(ListView list, String code, String message) {
    return ListRefusals.about(list.id(), list.name(), code, message);
  }
}
