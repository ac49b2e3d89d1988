package org.reprise.cps.read;

import com.google.common.collect.ObjectArrays;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.reprise.cps.fault.Busy;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Reads within {@link ReadLimits}. The database adds up the sizes of what a query finds, so that
 * what is too much is not sent, not even where a single value is.
 *
 * <p>Small results are read at once. For larger ones the size is queried first, and taken from the
 * budget before the first row is sent.
 */
public final class BoundedReads {
  /** What is read at once: as many callers as have connections can do that at the same time. */
  private static final long SMALL = 1024 * 1024;

  private static final int FETCH_SIZE = 1_000;

  private final JdbcTemplate jdbc;
  private final TransactionOperations snapshot;
  private final ReadLimits limits;
  private final LongPredicate budget;

  /**
   * Created by {@code CpsStore}.
   *
   * @param budget takes bytes until the caller is done with what was read; false where other reads
   *     leave no room for them
   */
  public BoundedReads(
      DataSource dataSource,
      TransactionOperations snapshot,
      ReadLimits limits,
      LongPredicate budget) {
    this.jdbc = new JdbcTemplate(dataSource);
    jdbc.setFetchSize(FETCH_SIZE);
    this.snapshot = snapshot;
    this.limits = limits;
    this.budget = budget;
  }

  /** A query whose rows are counted. */
  public static final class Query {
    private final String all;
    private final int largeColumns;
    private final String small;
    private final String total;

    /** A query without an order, whose columns begin with the large ones, which count. */
    public Query(String sql, List<String> large, String... others) {
      String bytes =
          large.stream().map(Query::size).collect(Collectors.joining(" + ", "256 + ", ""));
      String columns =
          Stream.concat(
                  large.stream()
                      .map("case when b.bytes_so_far <= ? then b.%1$s end as %1$s"::formatted),
                  Stream.of(others).map("b.%s"::formatted))
              .collect(Collectors.joining(", "));
      this.all = sql;
      this.largeColumns = large.size();
      this.small =
          """
          select %s, b.bytes_so_far
          from (select q.*, sum(%s) over (rows unbounded preceding) as bytes_so_far from (%s) q) b\
          """
              .formatted(columns, bytes, sql);
      this.total = "select coalesce(sum(%s), 0) from (%s) q".formatted(bytes, sql);
    }

    // The size of a compressed value says nothing of what is sent.
    private static String size(String column) {
      return """
      case when pg_column_compression(q.%1$s) is null then pg_column_size(q.%1$s)
        else octet_length(q.%1$s::text) end\
      """
          .formatted(column);
    }
  }

  /** Adds up the bytes of the reads that one answer is made of. For one thread. */
  public static final class ReadTotal {
    private long bytes;
  }

  private record Rows<T>(List<T> mapped, long bytes) {}

  /**
   * The rows of a query, in no order.
   *
   * @param arguments of the query
   * @param mapper may be called again for rows that it was called for before
   * @param total what reads before this one found whose rows are held, too; this one's bytes are
   *     added
   * @throws ReadTooLarge where they are more than one answer may hold, with those before
   * @throws Busy if the reads of other requests leave too little memory
   */
  public <T> List<T> rows(Query query, Object[] arguments, RowMapper<T> mapper, ReadTotal total) {
    long small = Math.min(SMALL, limits.maxSize().toBytes() - total.bytes);
    Rows<T> rows = read(query, small, arguments, mapper);
    if (rows.bytes <= small) {
      count(rows.bytes, total);
      return rows.mapped;
    }
    // The size and the rows are those of the same data.
    return snapshot.execute(tx -> {
      count(Objects.requireNonNull(jdbc.queryForObject(query.total, Long.class, arguments)), total);
      return jdbc.query(query.all, mapper, arguments);
    });
  }

  /**
   * Counts bytes that are held together with what is read, but come from somewhere else.
   *
   * @param total what was counted before; they are added
   * @throws ReadTooLarge where they are more than one answer may hold, with those before
   * @throws Busy if the reads of other requests leave too little memory
   */
  public void count(long bytes, ReadTotal total) {
    if (total.bytes + bytes > limits.maxSize().toBytes()) {
      throw new ReadTooLarge(limits.maxSize());
    }
    hold(bytes);
    total.bytes += bytes;
  }

  /** Returns what counts the text of one answer, as {@link #count} does. */
  public LongConsumer text() {
    ReadTotal total = new ReadTotal();
    return characters -> count(characters, total);
  }

  /** Takes memory for a read's statement; throws Busy where other reads leave too little. */
  public void hold(long bytes) {
    if (!budget.test(bytes)) {
      throw new Busy(
          "Memory for reads is taken",
          "The answers to other requests fill the memory that there is for them. Try again.");
    }
  }

  // The rows of what is small. Ends where the rows must be, or are, beyond the limit.
  private <T> Rows<T> read(Query query, long max, Object[] arguments, RowMapper<T> mapper) {
    return Objects.requireNonNull(
        jdbc.query(
            query.small,
            statement -> {
              statement.setMaxRows(
                  (int) Math.min(Integer.MAX_VALUE, max / ReadLimits.BYTES_PER_ROW + 1));
              Object[] limits = Collections.nCopies(query.largeColumns, max).toArray();
              new ArgumentPreparedStatementSetter(
                      ObjectArrays.concat(limits, arguments, Object.class))
                  .setValues(statement);
            },
            (ResultSet row) -> {
              List<T> mapped = new ArrayList<>();
              long bytes = 0;
              while (bytes <= max && row.next()) {
                bytes = row.getLong("bytes_so_far");
                if (bytes <= max) {
                  mapped.add(mapper.mapRow(row, mapped.size()));
                }
              }
              return new Rows<>(mapped, bytes);
            }));
  }
}
