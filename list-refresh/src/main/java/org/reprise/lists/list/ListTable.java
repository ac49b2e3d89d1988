package org.reprise.lists.list;

import java.sql.Types;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.TextBudget;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads and changes one list, and keeps its versions. Clients that wait for a refresh ask without a
 * pause, so each read is one statement.
 */
final class ListTable {
  private static final String READ =
      """
      select %s, %s, %s, l.*, e.label as entity_type_name
      from record_list l
        left join unnest(:types, :labels) e (id, label) on e.id = l.entity_type_id
        left join list_refresh s on s.tenant = l.tenant and s.id = l.success_refresh_id
        left join list_refresh p on p.tenant = l.tenant and p.id = l.in_progress_refresh_id
        left join list_refresh f on f.tenant = l.tenant and f.id = l.failed_refresh_id
      where l.tenant = :tenant and l.id = :id and not l.is_deleted\
      """
          .formatted(
              RefreshView.columns("s", "success_refresh_"),
              RefreshView.columns("p", "in_progress_refresh_"),
              RefreshView.columns("f", "failed_refresh_"));

  private static final String VERSION_COLUMNS =
      """
      list_id, version, name, description, fql_query, user_friendly_query, fields, is_active,
      is_private, updated_by, updated_by_username, updated_date\
      """;

  /**
   * The versions before the last one have so many bytes at most: of their queries, and 8,000 each.
   */
  private static final int MAX_BYTES = 8_000_000;

  private final JdbcClient jdbc;
  private final UUID[] types;
  private final String[] labels;

  ListTable(JdbcClient jdbc, EntityTypes types) {
    this.jdbc = jdbc;
    this.types = types.all().stream().map(EntityType::id).toArray(UUID[]::new);
    this.labels = types.all().stream().map(EntityType::label).toArray(String[]::new);
  }

  Optional<ListView> view(Tenant tenant, UUID id) {
    return jdbc.sql(READ)
        .param("types", types)
        .param("labels", labels)
        .param("tenant", tenant.number())
        .param("id", id)
        .query(RecordMapper.of(ListView.class))
        .optional();
  }

  /**
   * Locks the list until the transaction ends: neither another edit nor the start of a refresh can
   * come between what is checked after this and what is written.
   */
  void lock(Tenant tenant, UUID id) {
    jdbc.sql("select 1 from record_list where tenant = ? and id = ? for no key update")
        .params(tenant.number(), id)
        .query(Integer.class)
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

  /** Deletes a locked list with its versions; its row and its contents are removed later. */
  void delete(Caller caller, UUID id) {
    sql(
            """
            with versions as (delete from list_version where tenant = :tenant and list_id = :id)
            update record_list set is_deleted = true, fql_query = null, user_friendly_query = null,
              version = version + 1, updated_by = :user,
              updated_by_username = (select username from app_user
                where tenant = :tenant and id = :user),
              updated_date = now(), success_refresh_id = null
            where tenant = :tenant and id = :id\
            """,
            caller,
            id)
        .update();
  }

  /**
   * Stores what a locked list is now as a version, one row for each edit. Old ones are deleted: who
   * edits a list again and again would fill the disk, and the memory of who reads them.
   */
  void addVersion(Tenant tenant, UUID listId) {
    jdbc.sql(
            """
            with old as (
              select version, sum(8000 + coalesce(octet_length(fql_query), 0)
                + coalesce(octet_length(user_friendly_query), 0)) over (order by version desc) as size
              from list_version where tenant = :tenant and list_id = :list),
            deleted as (
              delete from list_version v using old
              where v.tenant = :tenant and v.list_id = :list and v.version = old.version
                and old.size > :max)
            insert into list_version (tenant, %1$s)
            select tenant, id, version, name, description, fql_query, user_friendly_query, fields,
              is_active, is_private, updated_by, updated_by_username, updated_date
            from record_list
            where tenant = :tenant and id = :list\
            """
                .formatted(VERSION_COLUMNS))
        .param("tenant", tenant.number())
        .param("list", listId)
        .param("max", MAX_BYTES)
        .update();
  }

  List<ListVersion> versions(Tenant tenant, UUID listId) {
    TextBudget texts = new TextBudget();
    return jdbc.sql(
            "select %s from list_version where tenant = ? and list_id = ? order by version"
                .formatted(VERSION_COLUMNS))
        .params(tenant.number(), listId)
        .query((row, number) -> {
          texts.add(row);
          return RecordMapper.of(ListVersion.class).mapRow(row, number);
        })
        .list();
  }

  Optional<ListVersion> version(Tenant tenant, UUID listId, int version) {
    return jdbc.sql(
            """
            select %s from list_version
            where tenant = ? and list_id = ? and version = ?\
            """
                .formatted(VERSION_COLUMNS))
        .params(tenant.number(), listId, version)
        .query(RecordMapper.of(ListVersion.class))
        .optional();
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
