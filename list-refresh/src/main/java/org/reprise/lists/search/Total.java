package org.reprise.lists.search;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * How many rows a search finds without offset and limit, without counting every one of them: up to
 * {@link #EXACT} rows are counted, what is more PostgreSQL's planner estimates from the statistics
 * of the tables (as raml-module-builder does).
 *
 * @param from the tables
 * @param where the condition
 * @param values what is bound in it
 */
record Total(String from, String where, Map<String, Object> values) {
  /** Rows that are counted at most. */
  static final int EXACT = 1_000;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  Total {
    values = Map.copyOf(values);
  }

  /**
   * The number of rows.
   *
   * @param least how many there are at least, as far as the caller knows
   * @return null in the mode {@code NONE}
   */
  @Nullable Integer read(JdbcClient jdbc, TotalMode mode, int least) {
    return switch (mode) {
      case NONE -> null;
      case EXACT -> count(jdbc, "select count(*) from %s where %s".formatted(from, where));
      case ESTIMATED -> {
        int counted = count(jdbc, bounded());
        yield counted <= EXACT ? counted : Math.max(estimate(jdbc), Math.max(least, counted));
      }
    };
  }

  /** Counts one row more than is counted at most, and reads no further. */
  String bounded() {
    return "select count(*) from (select from %s where %s limit %d) counted"
        .formatted(from, where, EXACT + 1);
  }

  private int count(JdbcClient jdbc, String sql) {
    return jdbc.sql(sql).params(values).query(Integer.class).single();
  }

  private int estimate(JdbcClient jdbc) {
    String plan =
        jdbc.sql("explain (format json) select from %s where %s".formatted(from, where))
            .params(values)
            .query((row, _) -> row.getString(1))
            .single();
    double rows = JSON.readTree(plan).at("/0/Plan/Plan Rows").asDouble();
    return (int) Math.min(rows, Integer.MAX_VALUE);
  }
}
