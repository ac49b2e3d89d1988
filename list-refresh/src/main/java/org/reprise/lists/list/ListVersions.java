package org.reprise.lists.list;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The versions of lists; one row for each edit. */
final class ListVersions {
  private static final String COLUMNS =
      """
      list_id, version, name, description, fql_query, user_friendly_query, fields, is_active,
      is_private, updated_by, updated_by_username, updated_date\
      """;

  /** Of the texts of queries; an answer holds the last version whatever its size. */
  private static final int MAX_BYTES = 8_000_000;

  private final JdbcClient jdbc;

  ListVersions(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  void add(Tenant tenant, UUID listId) {
    jdbc.sql(
            """
            insert into list_version (tenant, %1$s)
            select tenant, id, version, name, description, fql_query, user_friendly_query, fields,
              is_active, is_private, updated_by, updated_by_username, updated_date
            from record_list
            where tenant = ? and id = ?\
            """
                .formatted(COLUMNS))
        .params(tenant.number(), listId)
        .update();
  }

  /** The newest versions of a list, as many as have 8 MB together, in the order of the versions. */
  List<ListVersion> newest(Tenant tenant, UUID listId) {
    return jdbc.sql(
            """
            select %s
            from (
              select v.*, sum(size) over (order by version desc) - size as newer
              from list_version v, lateral (
                select coalesce(octet_length(fql_query), 0)
                  + coalesce(octet_length(user_friendly_query), 0) as size) s
              where tenant = ? and list_id = ?
            ) sized
            where newer < ?
            order by version\
            """
                .formatted(COLUMNS))
        .params(tenant.number(), listId, MAX_BYTES)
        .query(RecordMapper.of(ListVersion.class))
        .list();
  }

  Optional<ListVersion> find(Tenant tenant, UUID listId, int version) {
    return jdbc.sql(
            """
            select %s from list_version
            where tenant = ? and list_id = ? and version = ?\
            """
                .formatted(COLUMNS))
        .params(tenant.number(), listId, version)
        .query(RecordMapper.of(ListVersion.class))
        .optional();
  }
}
