package org.reprise.lists.list;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.row.Columns;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads and changes one list. Clients that wait for a refresh ask without a pause, so each read is
 * one statement.
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

  private static final RecordMapper<KnownList> KNOWN = RecordMapper.of(KnownList.class);
  private static final RecordMapper<RefreshView> SUCCESS = RefreshView.of("s");
  private static final RecordMapper<RefreshView> IN_PROGRESS = RefreshView.of("p");
  private static final RecordMapper<RefreshView> FAILED = RefreshView.of("f");

  private final JdbcClient jdbc;
  private final EntityTypes types;

  ListTable(JdbcClient jdbc, EntityTypes types) {
    this.jdbc = jdbc;
    this.types = types;
  }

  Optional<ListView> view(Tenant tenant, UUID id) {
    return jdbc.sql(READ).params(tenant.number(), id).query((row, number) -> view(row)).optional();
  }

  private ListView view(ResultSet row) throws SQLException {
    UUID entityTypeId = Objects.requireNonNull(row.getObject("entity_type_id", UUID.class));
    return new ListView(
        Objects.requireNonNull(row.getObject("id", UUID.class)),
        row.getString("name"),
        row.getString("description"),
        entityTypeId,
        types.find(entityTypeId).map(EntityType::label).orElse(null),
        row.getString("user_friendly_query"),
        row.getString("fql_query"),
        Columns.texts(row, "fields"),
        row.getObject("created_by", UUID.class),
        row.getString("created_by_username"),
        Columns.time(row, "created_date"),
        row.getBoolean("is_active"),
        row.getBoolean("is_private"),
        row.getBoolean("is_canned"),
        row.getObject("updated_by", UUID.class),
        row.getString("updated_by_username"),
        Columns.time(row, "updated_date"),
        SUCCESS.mapOrNull(row),
        IN_PROGRESS.mapOrNull(row),
        FAILED.mapOrNull(row),
        row.getInt("version"));
  }

  Optional<KnownList> known(Tenant tenant, UUID id) {
    return jdbc.sql(
            """
            select l.id, l.name, l.entity_type_id, l.fql_query, l.fields, l.is_active, l.version,
              l.success_refresh_id, coalesce(s.records_count, 0) as records_count, l.in_progress_refresh_id, l.is_private,
              l.created_by
            from record_list l
              left join list_refresh s on s.tenant = l.tenant and s.id = l.success_refresh_id
            where l.tenant = ? and l.id = ? and not l.is_deleted\
            """)
        .params(tenant.number(), id)
        .query(KNOWN)
        .optional();
  }

  record Stored(
      UUID id,
      UUID entityTypeId,
      int version,
      @Nullable UUID createdBy,
      @Nullable UUID inProgressRefreshId,
      Definition definition) {}

  /**
   * The list, locked until the transaction ends: neither another edit nor the start of a refresh
   * can come between what is checked and what is written.
   */
  Optional<Stored> lock(Tenant tenant, UUID id) {
    return jdbc.sql(
            """
            select id, entity_type_id, version, created_by, in_progress_refresh_id,
              name as definition_name, description as definition_description,
              fql_query as definition_fql_query,
              user_friendly_query as definition_user_friendly_query, fields as definition_fields,
              is_active as definition_is_active, is_private as definition_is_private
            from record_list
            where tenant = ? and id = ? and not is_deleted
            for no key update\
            """)
        .params(tenant.number(), id)
        .query(RecordMapper.of(Stored.class))
        .optional();
  }

  /** Stores a new list in its version 1, as in mod-lists; returns its id. */
  UUID insert(Caller caller, UUID entityTypeId, Definition definition) {
    UUID id = UUID.randomUUID();
    defining(
            """
            insert into record_list (tenant, id, entity_type_id, name, description, fql_query,
              user_friendly_query, fields, is_active, is_private, version, created_by,
              created_by_username, created_date, updated_by, updated_by_username, updated_date)
            select :tenant, :id, :type, :name, :description, :fql, :friendly, :fields, :active,
              :private, 1, :user, username, now(), :user, username, now()
            from (values (:user::uuid)) as caller (id)
              left join app_user u on u.tenant = :tenant and u.id = caller.id\
            """,
            caller,
            id,
            definition)
        .param("type", entityTypeId)
        .update();
    return id;
  }

  /** Stores the next version of a locked list. Contents of one that is not active are removed. */
  void update(Caller caller, UUID id, Definition definition) {
    defining(
            """
            update record_list set name = :name, description = :description, fql_query = :fql,
              user_friendly_query = :friendly, fields = :fields, is_active = :active,
              is_private = :private, version = version + 1, updated_by = :user,
              updated_by_username = (select username from app_user
                where tenant = :tenant and id = :user),
              updated_date = now(),
              success_refresh_id = case when :active then success_refresh_id end
            where tenant = :tenant and id = :id\
            """,
            caller,
            id,
            definition)
        .update();
  }

  /** Deletes a locked list; its row and its contents are removed later. */
  void delete(Caller caller, UUID id) {
    sql(
            """
            update record_list set is_deleted = true, version = version + 1, updated_by = :user,
              updated_by_username = (select username from app_user
                where tenant = :tenant and id = :user),
              updated_date = now(), success_refresh_id = null
            where tenant = :tenant and id = :id\
            """,
            caller,
            id)
        .update();
  }

  private JdbcClient.StatementSpec sql(String statement, Caller caller, UUID id) {
    return jdbc.sql(statement)
        .param("tenant", caller.tenant().number())
        .param("id", id)
        .param("user", caller.user(), Types.OTHER);
  }

  private JdbcClient.StatementSpec defining(
      String statement, Caller caller, UUID id, Definition definition) {
    return sql(statement, caller, id)
        .param("name", definition.name())
        .param("description", definition.description(), Types.VARCHAR)
        .param("fql", definition.fqlQuery(), Types.VARCHAR)
        .param("friendly", definition.userFriendlyQuery(), Types.VARCHAR)
        .param("fields", definition.fields().toArray(String[]::new))
        .param("active", definition.isActive())
        .param("private", definition.isPrivate());
  }
}
