package org.reprise.lists.list;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Refusal;
import org.springframework.stereotype.Component;

/** The lists of all tenants. On the writer: who has just asked for a refresh sees it at once. */
@Component
public final class Lists {
  private final DatabaseClient database;
  private final ListTable table;
  private final ListSearches searches;
  private final Definitions definitions;

  Lists(DatabaseClient database, EntityTypes types, Definitions definitions) {
    this.database = database;
    this.table = new ListTable(database.jdbc(), types);
    this.searches = new ListSearches(database.jdbc(), types);
    this.definitions = definitions;
  }

  /**
   * A list for other features.
   *
   * @throws Refusal 404 {@code list.not.found} where the tenant has none of that id, 401 {@code
   *     list.is.private} where it is another user's, 403 {@code entity.type.restricted} where the
   *     caller may not see what it is of
   */
  public ListView find(Caller caller, UUID id) {
    ListView list = table.view(caller.tenant(), id).orElseThrow(() -> ListRefusals.notFound(id));
    definitions.requireAccess(caller, list.entityTypeId());
    ListRefusals.requireVisible(caller, id, list.isPrivate(), list.createdBy());
    return list;
  }

  /** The same, locked until the transaction ends: it is neither edited nor refreshed meanwhile. */
  public ListView lock(Caller caller, UUID id) {
    table.lock(caller.tenant(), id);
    return find(caller, id);
  }

  ListSummary.ListPage search(Caller caller, ListSearch search) {
    return searches.find(caller, search);
  }

  /** Creates a list; throws Refusal 400, 403 or 404 where it cannot be as it is described. */
  public ListView create(Caller caller, ListChange asked) {
    EntityType type = definitions.type(caller, asked.entityTypeId());
    Definition definition = definitions.check(type, asked);
    if (definition.isPrivate() && caller.user() == null) {
      throw Refusal.invalid(
          "isPrivate", "a private list is its creator's, and X-Okapi-User-Id names nobody");
    }
    return database.inTransaction(() -> {
      UUID id = table.insert(caller, type.id(), definition);
      table.addVersion(caller.tenant(), id);
      return find(caller, id);
    });
  }

  /**
   * Replaces what a list is, under a lock until the transaction ends.
   *
   * @throws Refusal as of {@link #find} and {@link #create}; 400 while it is refreshed, 409 where
   *     it has another version than the change was made of
   */
  public ListView update(Caller caller, UUID id, ListChange asked) {
    return database.inTransaction(() -> {
      ListView list = editable(caller, id);
      requireSame("id", list.id(), asked.id());
      requireSame("entityTypeId", list.entityTypeId(), asked.entityTypeId());
      Definition after = definitions.check(definitions.type(caller, list.entityTypeId()), asked);
      if (asked.version() == null) {
        throw Refusal.invalid("version", "is missing");
      }
      if (asked.version() != list.version()) {
        throw Refusal.stale("list", id, "version", list.version(), asked.version());
      }
      // A caller who made another user's list private could not see it any more.
      ListRefusals.requireVisible(caller, id, after.isPrivate(), list.createdBy());
      table.update(caller, id, after);
      table.addVersion(caller.tenant(), id);
      return find(caller, id);
    });
  }

  private static void requireSame(String what, UUID stored, @Nullable UUID asked) {
    if (asked != null && !asked.equals(stored)) {
      throw Refusal.invalid(what, "is %s and cannot be changed".formatted(stored));
    }
  }

  void delete(Caller caller, UUID id) {
    database.inTransaction(() -> {
      editable(caller, id);
      table.delete(caller, id);
    });
  }

  private ListView editable(Caller caller, UUID id) {
    ListView list = lock(caller, id);
    if (list.inProgressRefresh() != null) {
      throw ListRefusals.refreshing(id, list.name());
    }
    return list;
  }

  List<ListVersion> versions(Caller caller, UUID id) {
    find(caller, id);
    return table.versions(caller.tenant(), id);
  }

  ListVersion version(Caller caller, UUID id, int version) {
    find(caller, id);
    return table
        .version(caller.tenant(), id, version)
        .orElseThrow(() -> ListRefusals.versionNotFound(id, version));
  }
}
