package org.reprise.lists.list;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.row.Columns;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads of one list. Clients that wait for a refresh ask without a pause, so each read is one
 * statement.
 */
final class ListTable {
  private static final String READ =
      """
      select l.id, l.name, l.description, l.entity_type_id, l.user_friendly_query, l.fql_query,
        l.fields, l.created_by, l.created_by_username, l.created_date, l.is_active, l.is_private,
        l.is_canned, l.updated_by, l.updated_by_username, l.updated_date, l.version,
        %s,
        %s,
        %s
      from record_list l
        left join list_refresh s on s.tenant = l.tenant and s.id = l.success_refresh_id
        left join list_refresh p on p.tenant = l.tenant and p.id = l.in_progress_refresh_id
        left join list_refresh f on f.tenant = l.tenant and f.id = l.failed_refresh_id
      where l.tenant = ? and l.id = ? and not l.is_deleted\
      """
          .formatted(RefreshView.columns("s"), RefreshView.columns("p"), RefreshView.columns("f"));

  private final JdbcClient jdbc;
  private final EntityTypes types;

  ListTable(JdbcClient jdbc, EntityTypes types) {
    this.jdbc = jdbc;
    this.types = types;
  }

  /** A list, what it is of, and who made it. */
  record Owned<T>(T list, UUID entityTypeId, boolean isPrivate, @Nullable UUID createdBy) {}

  Optional<Owned<ListView>> view(Tenant tenant, UUID id) {
    return jdbc.sql(READ).params(tenant.number(), id).query((row, number) -> view(row)).optional();
  }

  private Owned<ListView> view(ResultSet row) throws SQLException {
    UUID entityTypeId = Objects.requireNonNull(row.getObject("entity_type_id", UUID.class));
    ListView view =
        new ListView(
            Objects.requireNonNull(row.getObject("id", UUID.class)),
            row.getString("name"),
            row.getString("description"),
            entityTypeId,
            types.find(entityTypeId).map(EntityType::label).orElse(null),
            row.getString("user_friendly_query"),
            row.getString("fql_query"),
            texts(row, "fields"),
            row.getObject("created_by", UUID.class),
            row.getString("created_by_username"),
            Columns.time(row, "created_date"),
            row.getBoolean("is_active"),
            row.getBoolean("is_private"),
            row.getBoolean("is_canned"),
            row.getObject("updated_by", UUID.class),
            row.getString("updated_by_username"),
            Columns.time(row, "updated_date"),
            RefreshView.read(row, "s"),
            RefreshView.read(row, "p"),
            RefreshView.read(row, "f"),
            row.getInt("version"));
    return new Owned<>(view, entityTypeId, view.isPrivate(), view.createdBy());
  }

  Optional<Owned<KnownList>> known(Tenant tenant, UUID id) {
    return jdbc.sql(
            """
            select l.id, l.name, l.entity_type_id, l.fql_query, l.fields, l.is_active, l.version,
              l.success_refresh_id, s.records_count, l.in_progress_refresh_id, l.is_private,
              l.created_by
            from record_list l
              left join list_refresh s on s.tenant = l.tenant and s.id = l.success_refresh_id
            where l.tenant = ? and l.id = ? and not l.is_deleted\
            """)
        .params(tenant.number(), id)
        .query((row, number) -> known(row))
        .optional();
  }

  private static Owned<KnownList> known(ResultSet row) throws SQLException {
    KnownList list =
        new KnownList(
            Objects.requireNonNull(row.getObject("id", UUID.class)),
            row.getString("name"),
            Objects.requireNonNull(row.getObject("entity_type_id", UUID.class)),
            row.getString("fql_query"),
            texts(row, "fields"),
            row.getBoolean("is_active"),
            row.getInt("version"),
            row.getObject("success_refresh_id", UUID.class),
            row.getInt("records_count"),
            row.getObject("in_progress_refresh_id", UUID.class));
    return new Owned<>(
        list,
        list.entityTypeId(),
        row.getBoolean("is_private"),
        row.getObject("created_by", UUID.class));
  }

  /** The texts of an array column, which is never null. */
  static List<String> texts(ResultSet row, String column) throws SQLException {
    Array array = row.getArray(column);
    try {
      return List.of((String[]) array.getArray());
    } finally {
      array.free();
    }
  }

  /** The user that the gateway names, with the username of the tenant's users. */
  Editor editor(Caller caller) {
    UUID user = caller.user();
    if (user == null) {
      return new Editor(null, null);
    }
    Optional<String> name =
        jdbc.sql(
                """
                select username from app_user
                where tenant = ? and id = ? and username is not null\
                """)
            .params(caller.tenant().number(), user)
            .query((row, _) -> row.getString(1))
            .optional();
    return new Editor(user, name.orElse(null));
  }

  /** Takes the contents from a list; their rows are removed later. */
  void hideContents(Tenant tenant, UUID id) {
    jdbc.sql("update record_list set success_refresh_id = null where tenant = ? and id = ?")
        .params(tenant.number(), id)
        .update();
  }
}
