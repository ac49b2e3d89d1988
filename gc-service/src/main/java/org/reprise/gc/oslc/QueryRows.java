package org.reprise.gc.oslc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.query.OslcQuery;
import org.reprise.oslc.query.SqlConditions;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds the results of queries. */
@Component
class QueryRows {
  /** A page ends early where it would have more contributions. */
  private static final long MAX_CONTRIBUTIONS = 10_000;

  private final JdbcClient jdbc;
  private final ResourceUris uris;

  QueryRows(JdbcClient jdbc, ResourceUris uris) {
    this.jdbc = jdbc;
    this.uris = uris;
  }

  /**
   * A component, stream or baseline.
   *
   * @param type {@code COMPONENT}, {@code STREAM} or {@code BASELINE}
   */
  record Row(
      String type,
      long id,
      String title,
      @Nullable String description,
      List<String> subjects,
      Instant created,
      Instant modified,
      @Nullable Long component,
      @Nullable Long baselineOfStream,
      @Nullable Long previousBaseline,
      @Nullable String branch,
      boolean isArchived,
      long contributions) {
    Row {
      subjects = List.copyOf(subjects);
    }
  }

  /**
   * A page.
   *
   * @param total of all pages
   */
  record Page(long total, List<Row> rows) {
    Page {
      rows = List.copyOf(rows);
    }
  }

  Page find(QueriedType queried, OslcQuery query) {
    SqlConditions conditions = new SqlConditions(queried.properties(uris));
    String where = conditions.of(query, "r.title", "r.description");
    List<Object> parameters = new ArrayList<>(conditions.parameters());
    parameters.addAll(conditions.parameters());
    parameters.add(query.pageSize());
    parameters.add(query.start());
    List<Row> rows = new ArrayList<>();
    // One statement, so that total and page are of one state; without hits it has one row all the
    // same.
    List<Long> totals =
        jdbc.sql(
                """
                select t.total, p.*
                from (select (%1$s%3$s) as total) t
                left join lateral (
                  select f.*, row_number() over () as place
                  from (%2$s%3$s order by %4$s limit ? offset ?) f) p on true
                order by p.place\
                """
                    .formatted(
                        queried.count(),
                        queried.rows(query.selected().has(Terms.DESCRIPTION)),
                        where,
                        conditions.order(query, "r.id")))
            .params(parameters)
            .query((row, n) -> {
              if (row.getObject("id") != null) {
                rows.add(row(row));
              }
              return row.getLong("total");
            })
            .list();
    return new Page(totals.getFirst(), query.selected().has(Terms.CONTRIBUTION) ? cut(rows) : rows);
  }

  private static List<Row> cut(List<Row> rows) {
    long contributions = 0;
    for (int i = 0; i < rows.size(); i++) {
      contributions += rows.get(i).contributions();
      if (contributions > MAX_CONTRIBUTIONS) {
        return rows.subList(0, Math.max(1, i));
      }
    }
    return rows;
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        row.getString("type"),
        row.getLong("id"),
        row.getString("title"),
        row.getString("description"),
        List.of((String[]) row.getArray("subjects").getArray()),
        row.getObject("created", OffsetDateTime.class).toInstant(),
        row.getObject("modified", OffsetDateTime.class).toInstant(),
        row.getObject("component", Long.class),
        row.getObject("baseline_of_stream", Long.class),
        row.getObject("previous_baseline", Long.class),
        row.getString("branch"),
        row.getBoolean("archived"),
        row.getLong("contributions"));
  }
}
