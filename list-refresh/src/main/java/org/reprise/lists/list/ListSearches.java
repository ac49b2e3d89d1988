package org.reprise.lists.list;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Paging;
import org.reprise.lists.web.Refusal;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Finds lists. The statement's text follows from which filters there are, never from values. */
final class ListSearches {
  private static final Map<String, String> ORDERS =
      Map.of(
          "name", "lower(l.name)",
          "updatedDate", "l.updated_date",
          "recordsCount", "coalesce(s.records_count, 0)");
  private static final Map<String, String> DIRECTIONS = Map.of("asc", "asc", "desc", "desc");

  private static final RecordMapper<ListSummary> SUMMARY = RecordMapper.of(ListSummary.class);

  private final JdbcClient jdbc;
  private final EntityTypes types;

  ListSearches(JdbcClient jdbc, EntityTypes types) {
    this.jdbc = jdbc;
    this.types = types;
  }

  /**
   * A page of the lists that the caller may see.
   *
   * @throws Refusal 400 when offset, size or order make no sense
   */
  ListSummary.ListPage find(Caller caller, ListSearch search) {
    Paging paging = search.paging();
    String order = order(search);
    Filters filters = filters(caller, search);
    long total =
        jdbc.sql("select count(*) from record_list l\nwhere " + filters.text())
            .params(filters.binds)
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
                  left join unnest(?, ?) e (id, label) on e.id = l.entity_type_id
                where %s
                order by %s
                limit ? offset ?\
                """
                    .formatted(filters.text(), order))
            .param(ids(types.all()))
            .param(types.all().stream().map(EntityType::label).toArray(String[]::new))
            .params(filters.and(paging.size(), paging.offset()))
            .query(SUMMARY)
            .list();
    return new ListSummary.ListPage(page, total, paging.pages(total));
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

  private static final class Filters {
    private final List<String> clauses = new ArrayList<>();
    private final List<Object> binds = new ArrayList<>();

    void add(String clause, Object... values) {
      clauses.add(clause);
      binds.addAll(List.of(values));
    }

    String text() {
      return String.join(" and ", clauses);
    }

    List<Object> and(Object... more) {
      List<Object> all = new ArrayList<>(binds);
      all.addAll(List.of(more));
      return all;
    }
  }

  private Filters filters(Caller caller, ListSearch search) {
    Filters filters = new Filters();
    filters.add("l.tenant = ? and not l.is_deleted", caller.tenant().number());
    UUID user = caller.user();
    if (user == null) {
      filters.add("not l.is_private");
    } else {
      filters.add("(not l.is_private or l.created_by = ?)", user);
    }
    UUID[] restricted =
        ids(
            types.all().stream()
                .filter(type -> !caller.permissions().containsAll(type.requiredPermissions()))
                .toList());
    filters.add("l.entity_type_id <> all (?)", (Object) restricted);
    anyOf(filters, "l.id", search.ids());
    anyOf(filters, "l.entity_type_id", search.entityTypeIds());
    if (search.search() != null && !search.search().isBlank()) {
      String words = search.search().strip();
      if (words.indexOf(0) >= 0) {
        throw Refusal.invalid("search", "holds a NUL, which no list does");
      }
      filters.add(
          "(strpos(lower(l.name), lower(?)) > 0 or strpos(lower(l.description), lower(?)) > 0)",
          words,
          words);
    }
    if (search.active() != null) {
      filters.add("l.is_active = ?", search.active());
    }
    if (search.isPrivate() != null) {
      filters.add("l.is_private = ?", search.isPrivate());
    }
    if (search.updatedAsOf() != null) {
      filters.add("l.updated_date >= ?", search.updatedAsOf());
    }
    return filters;
  }

  private static void anyOf(Filters filters, String column, @Nullable List<UUID> ids) {
    if (ids != null && !ids.isEmpty()) {
      filters.add(column + " = any (?)", (Object) ids.toArray(UUID[]::new));
    }
  }

  private static UUID[] ids(List<EntityType> types) {
    return types.stream().map(EntityType::id).toArray(UUID[]::new);
  }
}
