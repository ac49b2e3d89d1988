package org.reprise.lists.refresh;

import java.util.Objects;
import java.util.UUID;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.refresh.RefreshTable.ListRow;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionTemplate;

/** Refreshes of lists: one at a time of each. */
public final class Refreshes {
  private final RefreshTable table;
  private final Refresher refresher;
  private final TransactionTemplate transactions;
  private final EntityTypes types;

  Refreshes(
      RefreshTable table,
      Refresher refresher,
      TransactionTemplate transactions,
      EntityTypes types) {
    this.table = table;
    this.refresher = refresher;
    this.transactions = transactions;
    this.types = types;
  }

  private record Begun(Refresh refresh, Job job) {}

  /**
   * Begins to fill a list.
   *
   * @return the refresh, which is in progress
   * @throws Refusal when there is no such list, it is somebody else's, not active, has no query, or
   *     is being refreshed already
   */
  public Refresh start(Caller caller, UUID listId, RefreshMode mode) {
    if (refresher.isClosed()) {
      throw new Refusal(
          HttpStatus.SERVICE_UNAVAILABLE, "shutting.down", "The service is shutting down");
    }
    Begun begun = Objects.requireNonNull(transactions.execute(_ -> begin(caller, listId, mode)));
    refresher.submit(begun.job());
    return begun.refresh();
  }

  private Begun begin(Caller caller, UUID listId, RefreshMode mode) {
    ListRow list = visible(caller, listId);
    if (!list.isActive()) {
      throw refused(listId, "list.is.inactive", "The list is not active");
    }
    String fql = list.fqlQuery();
    if (fql == null || fql.isBlank()) {
      throw refused(listId, "list.missing.query", "The list has no query");
    }
    if (list.inProgress() != null) {
      throw refused(listId, "list.refresh.in.progress", "The list is being refreshed already");
    }
    EntityType type =
        types
            .find(list.entityTypeId())
            .orElseThrow(() ->
                refused(listId, "entity.type.not.found", "The list's entity type is not known"));
    Refresh refresh = table.begin(caller, listId, list.version(), mode);
    return new Begun(refresh, new Job(caller.tenant(), refresh.id(), listId, mode, type, fql, 1));
  }

  /**
   * Ends the refresh of a list, and the work of the database on it. Another process that does it
   * hears of it by its next sign of life.
   *
   * @throws Refusal when there is no such list, it is somebody else's, or is not being refreshed
   */
  public void cancel(Caller caller, UUID listId) {
    UUID cancelled =
        Objects.requireNonNull(transactions.execute(_ -> endInProgress(caller, listId)));
    refresher.stop(cancelled);
  }

  private UUID endInProgress(Caller caller, UUID listId) {
    UUID refreshId = visible(caller, listId).inProgress();
    if (refreshId == null || !table.cancel(caller, listId, refreshId)) {
      throw refused(listId, "list.not.refreshing", "The list is not being refreshed");
    }
    return refreshId;
  }

  private ListRow visible(Caller caller, UUID listId) {
    ListRow list =
        table
            .lock(caller.tenant(), listId)
            .orElseThrow(() ->
                new Refusal(
                    HttpStatus.NOT_FOUND,
                    "list.not.found",
                    "There is no list " + listId,
                    new Parameter("id", listId.toString())));
    if (list.isPrivate() && !Objects.equals(list.createdBy(), caller.user())) {
      throw new Refusal(
          HttpStatus.UNAUTHORIZED,
          "list.is.private",
          "The list is private to who made it",
          new Parameter("id", listId.toString()));
    }
    return list;
  }

  private static Refusal refused(UUID listId, String code, String message) {
    return new Refusal(
        HttpStatus.BAD_REQUEST, code, message, new Parameter("id", listId.toString()));
  }
}
