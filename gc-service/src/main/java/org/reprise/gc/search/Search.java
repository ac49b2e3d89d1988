package org.reprise.gc.search;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Finds components, streams and baselines by a part of their title, whatever its case. Exact
 * matches come first, then the others by title; the order is the same on each page. Archived
 * configurations are not found.
 */
@Component
public class Search {
  /** The longest text that is searched for, in characters. */
  public static final int MAX_TEXT_LENGTH = 200;

  // An index of the titles' trigrams finds parts of three characters and more.
  private static final String HAS_TEXT = " and title ilike :part escape '\\'";
  private static final String COMPONENTS =
      """
      select 'COMPONENT' as type, id, title, created, cast(null as bigint) as component
      from component where true\
      """;
  private static final String CONFIGURATIONS =
      """
      select kind as type, id, title, created, component
      from configuration where not archived\
      """;
  private static final String ORDER = "lower(%1$s.title) collate \"C\", %1$s.type, %1$s.id";
  private static final String EXACT_FIRST = "lower(%1$s.title) <> lower(:text), ";

  private final JdbcClient jdbc;

  Search(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Finds one page.
   *
   * @param text a part of the title; blank for all
   * @param type null for all
   * @param page from 1 on
   * @throws Refusal 400 if the text or the page cannot be, 404 if the page is beyond the end
   */
  public ResultPage find(String text, @Nullable ResultType type, int page) {
    String part = text.strip();
    check(part, page);
    boolean hasText = !part.isEmpty();
    List<ResultPage.Hit> hits = new ArrayList<>();
    JdbcClient.StatementSpec statement =
        jdbc.sql(statement(type, hasText))
            .param("max", ResultPage.PAGE_SIZE)
            .param("offset", (page - 1L) * ResultPage.PAGE_SIZE);
    if (hasText) {
      statement = statement.param("text", part).param("part", "%" + escape(part) + "%");
    }
    if (type == ResultType.STREAM || type == ResultType.BASELINE) {
      statement = statement.param("kind", type.name());
    }
    // One statement, so that total and page are of one state; without hits it has one row all the
    // same.
    List<Long> totals =
        statement
            .query((row, n) -> {
              if (row.getObject("id") != null) {
                hits.add(hit(row));
              }
              return row.getLong("total");
            })
            .list();
    ResultPage result = new ResultPage(totals.getFirst(), page, hits);
    if (page > result.pages()) {
      throw Refusal.notFound(
          "page: there is no page %d; the last one of %d results is %d."
              .formatted(page, result.total(), result.pages()));
    }
    return result;
  }

  private static void check(String text, int page) {
    if (page < 1) {
      throw Refusal.invalid("page: the first page is 1, not " + page + ".");
    }
    if (text.length() > MAX_TEXT_LENGTH) {
      throw Refusal.invalid(
          "q: a text has up to %d characters, not %d.".formatted(MAX_TEXT_LENGTH, text.length()));
    }
    if (!Texts.isStorable(text)) {
      throw Refusal.invalid("q: the text has characters that no title has.");
    }
  }

  // All parts are fixed: a caller's text is a parameter.
  private static String statement(@Nullable ResultType type, boolean hasText) {
    String condition = hasText ? HAS_TEXT : "";
    String components = COMPONENTS + condition;
    String configurations = CONFIGURATIONS + condition;
    String all =
        switch (type) {
          case COMPONENT -> components;
          case STREAM, BASELINE -> configurations + " and kind = :kind";
          case null -> components + " union all " + configurations;
        };
    String order = (hasText ? EXACT_FIRST : "") + ORDER;
    return """
    select t.total, p.type, p.id, p.title, p.created, p.component, c.title as component_title
    from (select count(*) as total from (%1$s) counted) t
    left join lateral (
      select * from (%1$s) f order by %2$s limit :max offset :offset) p on true
    left join component c on c.id = p.component
    order by %3$s\
    """
        .formatted(all, order.formatted("f"), order.formatted("p"));
  }

  private static ResultPage.Hit hit(ResultSet row) throws SQLException {
    String component = row.getString("component_title");
    return new ResultPage.Hit(
        ResultType.valueOf(row.getString("type")),
        row.getLong("id"),
        row.getString("title"),
        row.getObject("created", OffsetDateTime.class).toInstant(),
        component == null ? null : new ResultPage.Owner(row.getLong("component"), component));
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
  }
}
