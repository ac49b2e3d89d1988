package org.reprise.lists.list;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Refusal;
import org.springframework.dao.OptimisticLockingFailureException;

/** The lists of all tenants. */
public final class Lists {
  private final RecordLists records;
  private final DatabaseClient database;
  private final ListTable table;
  private final ListSearches searches;
  private final ListVersions versions;
  private final Definitions definitions;

  Lists(RecordLists records, DatabaseClient database, EntityTypes types, Definitions definitions) {
    this.records = records;
    this.database = database;
    this.table = new ListTable(database.jdbc(), types);
    this.searches = new ListSearches(database.jdbc(), types);
    this.versions = new ListVersions(database.jdbc());
    this.definitions = definitions;
  }

  /**
   * A list for other features.
   *
   * @throws Refusal 404 {@code list.not.found} where the tenant has none of that id, 401 {@code
   *     list.is.private} where it is another user's, 403 {@code entity.type.restricted} where the
   *     caller may not see what it is of
   */
  public KnownList find(Caller caller, UUID id) {
    return visible(
        caller, id, table.known(caller.tenant(), id).orElseThrow(() -> ListRefusals.notFound(id)));
  }

  ListView read(Caller caller, UUID id) {
    return visible(
        caller, id, table.view(caller.tenant(), id).orElseThrow(() -> ListRefusals.notFound(id)));
  }

  private <T> T visible(Caller caller, UUID id, ListTable.Owned<T> found) {
    definitions.requireAccess(caller, found.entityTypeId());
    ListRefusals.requireVisible(caller, id, found.isPrivate(), found.createdBy());
    return found.list();
  }

  ListSummary.Page search(Caller caller, ListSearch search) {
    return searches.find(caller, search);
  }

  ListView create(Caller caller, NewList asked) {
    EntityType type = definitions.type(caller, asked.entityTypeId());
    Definition definition = definitions.check(type, asked.definition());
    if (definition.isPrivate() && caller.user() == null) {
      throw Refusal.invalid(
          "isPrivate", "a private list is its creator's, and X-Okapi-User-Id names nobody");
    }
    return database.inTransaction(() -> {
      RecordList list =
          records.saveAndFlush(
              new RecordList(caller.tenant(), table.editor(caller), type.id(), definition));
      versions.add(caller.tenant(), list.id());
      return read(caller, list.id());
    });
  }

  ListView update(Caller caller, UUID id, ListChange asked) {
    return database.inTransaction(() -> {
      RecordList list = editable(caller, id);
      requireSame("id", list.id(), asked.id());
      requireSame("entityTypeId", list.entityTypeId(), asked.entityTypeId());
      Definition before = list.definition();
      Definition after = definitions.check(definitions.type(caller, list.entityTypeId()), asked);
      if (asked.version() == null) {
        throw Refusal.invalid("version", "is missing");
      }
      if (asked.version() != list.version()) {
        throw ListRefusals.stale(id, list.version(), asked.version());
      }
      requireCreatorToHide(caller, list, before, after);
      list.define(table.editor(caller), after);
      save(list, asked.version());
      versions.add(caller.tenant(), id);
      if (before.isActive() && !after.isActive()) {
        table.hideContents(caller.tenant(), id);
      }
      return read(caller, id);
    });
  }

  private static void requireSame(String what, UUID stored, @Nullable UUID asked) {
    if (asked != null && !asked.equals(stored)) {
      throw Refusal.invalid(what, "is %s and cannot be changed".formatted(stored));
    }
  }

  // A caller who made another user's list private could not see it any more.
  private static void requireCreatorToHide(
      Caller caller, RecordList list, Definition before, Definition after) {
    if (after.isPrivate() && !before.isPrivate()) {
      ListRefusals.requireVisible(caller, list.id(), true, list.createdBy());
    }
  }

  private void save(RecordList list, int version) {
    try {
      records.saveAndFlush(list);
    } catch (OptimisticLockingFailureException e) {
      throw ListRefusals.stale(list.id(), list.version(), version);
    }
  }

  void delete(Caller caller, UUID id) {
    database.inTransaction(() -> {
      RecordList list = editable(caller, id);
      list.delete(table.editor(caller));
      save(list, list.version());
      table.hideContents(caller.tenant(), id);
    });
  }

  private RecordList editable(Caller caller, UUID id) {
    RecordList list =
        records.lock(caller.tenant().number(), id).orElseThrow(() -> ListRefusals.notFound(id));
    Definition definition = list.definition();
    definitions.requireAccess(caller, list.entityTypeId());
    ListRefusals.requireVisible(caller, id, definition.isPrivate(), list.createdBy());
    if (list.inProgressRefreshId() != null) {
      throw ListRefusals.refreshing(id, definition.name());
    }
    return list;
  }

  List<ListVersion> versions(Caller caller, UUID id) {
    find(caller, id);
    return versions.all(caller.tenant(), id);
  }

  ListVersion version(Caller caller, UUID id, int version) {
    find(caller, id);
    return versions
        .find(caller.tenant(), id, version)
        .orElseThrow(() -> ListRefusals.versionNotFound(id, version));
  }
}
