package org.reprise.lists.list;

import java.sql.Types;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Paging;
import org.reprise.lists.web.Refusal;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Finds lists. The statement's text follows from the order alone, never from values. */
final class ListSearches {
  private static final Map<String, String> ORDERS =
      Map.of(
          "name", "lower(l.name)",
          "updatedDate", "l.updated_date",
          "recordsCount", "coalesce(s.records_count, 0)");
  private static final Map<String, String> DIRECTIONS = Map.of("asc", "asc", "desc", "desc");

  /** What a request does not name is null, and so does not narrow the search. */
  private static final String FILTER =
      """
      l.tenant = :tenant and not l.is_deleted
        and (not l.is_private or l.created_by = :user)
        and l.entity_type_id <> all (:restricted)
        and (:ids::uuid[] is null or l.id = any (:ids))
        and (:typeIds::uuid[] is null or l.entity_type_id = any (:typeIds))
        and (:words::text is null or strpos(lower(l.name), lower(:words)) > 0
          or strpos(lower(l.description), lower(:words)) > 0)
        and (:active::boolean is null or l.is_active = :active)
        and (:private::boolean is null or l.is_private = :private)
        and (:since::timestamptz is null or l.updated_date >= :since)\
      """;

  private final JdbcClient jdbc;
  private final EntityTypes types;

  ListSearches(JdbcClient jdbc, EntityTypes types) {
    this.jdbc = jdbc;
    this.types = types;
  }

  /** Returns lists that the caller may see; throws Refusal 400 for wrong offset, size or order. */
  ListSummary.ListPage find(Caller caller, ListSearch search) {
    Paging paging = search.paging();
    String order = order(search);
    MapSqlParameterSource filter = filter(caller, search);
    long total =
        jdbc.sql("select count(*) from record_list l where " + FILTER)
            .paramSource(filter)
            .query(Long.class)
            .single();
    List<ListSummary> page =
        jdbc.sql(
                """
                select l.id, l.name, l.entity_type_id, l.created_by_username, l.created_date,
                  l.is_active, l.is_private, l.is_canned, l.updated_by, l.updated_by_username,
                  l.updated_date, l.in_progress_refresh_id is not null as is_refreshing,
                  e.label as entity_type_name,
                  s.records_count, s.refresh_end_date as refreshed_date, s.refreshed_by_username
                from record_list l
                  left join list_refresh s on s.tenant = l.tenant and s.id = l.success_refresh_id
                  left join unnest(:types, :labels) e (id, label) on e.id = l.entity_type_id
                where %s
                order by %s
                limit :size offset :offset\
                """
                    .formatted(FILTER, order))
            .paramSource(
                filter
                    .addValue("types", ids(types.all().stream()))
                    .addValue(
                        "labels",
                        types.all().stream().map(EntityType::label).toArray(String[]::new))
                    .addValue("size", paging.size())
                    .addValue("offset", paging.offset()))
            .query(RecordMapper.of(ListSummary.class))
            .list();
    return new ListSummary.ListPage(page, total, Math.ceilDiv(total, paging.size()));
  }

  private static String order(ListSearch search) {
    String column = one(ORDERS, "sortBy", search.sortBy(), "name");
    String direction = one(DIRECTIONS, "sortOrder", search.sortOrder(), "asc");
    // The id makes the order of equals the same on every page.
    return "%1$s %2$s, l.id %2$s".formatted(column, direction);
  }

  private static String one(
      Map<String, String> known, String what, @Nullable String asked, String otherwise) {
    String text = known.get(asked == null ? otherwise : asked);
    if (text == null) {
      throw Refusal.invalid(
          what,
          "must be one of %s, was '%s'"
              .formatted(known.keySet().stream().sorted().toList(), asked));
    }
    return text;
  }

  private MapSqlParameterSource filter(Caller caller, ListSearch search) {
    String words = search.search();
    if (words != null && words.indexOf(0) >= 0) {
      throw Refusal.invalid("search", "holds a NUL, which no list does");
    }
    return new MapSqlParameterSource()
        .addValue("tenant", caller.tenant().number())
        .addValue("user", caller.user(), Types.OTHER)
        .addValue(
            "restricted",
            ids(
                types.all().stream()
                    .filter(type -> !caller.permissions().containsAll(type.requiredPermissions()))))
        .addValue("ids", array(search.ids()))
        .addValue("typeIds", array(search.entityTypeIds()))
        .addValue("words", words == null || words.isBlank() ? null : words.strip(), Types.VARCHAR)
        .addValue("active", search.active(), Types.BOOLEAN)
        .addValue("private", search.isPrivate(), Types.BOOLEAN)
        .addValue("since", search.updatedAsOf(), Types.TIMESTAMP_WITH_TIMEZONE);
  }

  private static UUID @Nullable [] array(@Nullable List<UUID> ids) {
    return ids == null || ids.isEmpty() ? null : ids.toArray(UUID[]::new);
  }

  private static UUID[] ids(Stream<EntityType> types) {
    return types.map(EntityType::id).toArray(UUID[]::new);
  }
}
