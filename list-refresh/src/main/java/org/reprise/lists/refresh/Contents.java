package org.reprise.lists.refresh;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What lists contain: ids, in their order. */
@Component
public final class Contents {
  private final JdbcClient jdbc;

  public Contents(Split split) {
    this.jdbc = split.reading(Feature.LISTS).jdbc();
  }

  /** Some of a list's ids; the refresh is null for a list that was never filled. */
  public record Page(@Nullable UUID refreshId, List<UUID> ids, int total) {}

  public boolean isActive(Tenant tenant, UUID listId) {
    return jdbc.sql(
            """
            select exists (select from record_list
              where tenant = ? and id = ? and is_active and not is_deleted)\
            """)
        .params(tenant.number(), listId)
        .query(Boolean.class)
        .single();
  }

  /**
   * A page of what a list shows; empty of a list that was never filled. One statement, so that it
   * is of one refresh, whatever ends meanwhile.
   */
  public Page page(Tenant tenant, UUID listId, int offset, int size) {
    List<Row> rows =
        jdbc.sql(
                """
                with shown as (
                  select r.id as refresh_id, r.mode, r.records_count
                  from record_list l
                    join list_refresh r on r.tenant = l.tenant and r.id = l.success_refresh_id
                  where l.tenant = :tenant and l.id = :list and not l.is_deleted
                )
                select shown.refresh_id, shown.records_count as total, page.id
                from shown left join lateral (
                  select part.id,
                    greatest(s.segment * 1000, :first) + part.place as place
                  from list_segment s,
                    unnest(s.ids[
                      greatest(:first - s.segment * 1000, 0)::int + 1
                      : least(:end - s.segment * 1000, 1000)::int
                    ]) with ordinality part(id, place)
                  where shown.mode = 'FAST' and s.tenant = :tenant and s.refresh_id = shown.refresh_id
                    and s.segment between :first / 1000 and (:end - 1) / 1000
                  union all
                  select c.content_id, c.sort_seq + 1
                  from list_contents c
                  where shown.mode = 'COMPAT' and c.tenant = :tenant and c.list_id = :list
                    and c.refresh_id = shown.refresh_id and c.sort_seq >= :first and c.sort_seq < :end
                ) page on true
                order by page.place\
                """)
            .param("tenant", tenant.number())
            .param("list", listId)
            .param("first", (long) offset)
            .param("end", (long) offset + size)
            .query(RecordMapper.of(Row.class))
            .list();
    List<UUID> ids = rows.stream().map(Row::id).filter(Objects::nonNull).toList();
    return rows.isEmpty()
        ? new Page(null, ids, 0)
        : new Page(rows.getFirst().refreshId(), ids, rows.getFirst().total());
  }

  private record Row(UUID refreshId, int total, @Nullable UUID id) {}
}
