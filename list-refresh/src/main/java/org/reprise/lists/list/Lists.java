package org.reprise.lists.list;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.list.ListTable.Stored;
import org.reprise.lists.role.ForRole;
import org.reprise.lists.role.Role;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Refusal;
import org.springframework.stereotype.Component;

/** The lists of all tenants. On the writer: who has just asked for a refresh sees it at once. */
@Component
@ForRole(Role.LISTS)
public final class Lists {
  private final DatabaseClient database;
  private final ListTable table;
  private final ListSearches searches;
  private final ListVersions versions;
  private final Definitions definitions;

  Lists(DatabaseClient database, EntityTypes types, Definitions definitions) {
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
    KnownList list = table.known(caller.tenant(), id).orElseThrow(() -> ListRefusals.notFound(id));
    requireVisible(caller, id, list.entityTypeId(), list.isPrivate(), list.createdBy());
    return list;
  }

  ListView read(Caller caller, UUID id) {
    ListView list = table.view(caller.tenant(), id).orElseThrow(() -> ListRefusals.notFound(id));
    requireVisible(caller, id, list.entityTypeId(), list.isPrivate(), list.createdBy());
    return list;
  }

  private void requireVisible(
      Caller caller, UUID id, UUID entityTypeId, boolean isPrivate, @Nullable UUID createdBy) {
    definitions.requireAccess(caller, entityTypeId);
    ListRefusals.requireVisible(caller, id, isPrivate, createdBy);
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
      UUID id = table.insert(caller, type.id(), definition);
      versions.add(caller.tenant(), id);
      return read(caller, id);
    });
  }

  ListView update(Caller caller, UUID id, ListChange asked) {
    return database.inTransaction(() -> {
      Stored list = editable(caller, id);
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
      table.update(caller, id, after);
      versions.add(caller.tenant(), id);
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
      Caller caller, Stored list, Definition before, Definition after) {
    if (after.isPrivate() && !before.isPrivate()) {
      ListRefusals.requireVisible(caller, list.id(), true, list.createdBy());
    }
  }

  void delete(Caller caller, UUID id) {
    database.inTransaction(() -> {
      editable(caller, id);
      table.delete(caller, id);
    });
  }

  private Stored editable(Caller caller, UUID id) {
    Stored list = table.lock(caller.tenant(), id).orElseThrow(() -> ListRefusals.notFound(id));
    Definition definition = list.definition();
    requireVisible(caller, id, list.entityTypeId(), definition.isPrivate(), list.createdBy());
    if (list.inProgressRefreshId() != null) {
      throw ListRefusals.refreshing(id, definition.name());
    }
    return list;
  }

  List<ListVersion> versions(Caller caller, UUID id) {
    find(caller, id);
    return versions.newest(caller.tenant(), id);
  }

  ListVersion version(Caller caller, UUID id, int version) {
    find(caller, id);
    return versions
        .find(caller.tenant(), id, version)
        .orElseThrow(() -> ListRefusals.versionNotFound(id, version));
  }
}
