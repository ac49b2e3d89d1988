package org.reprise.ldx.index;

import java.lang.management.ManagementFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * How much space the index takes, against the report's rule: it should fit into the memory that is
 * left beside the heap and 2 GB of the system.
 *
 * @param bytes on disk, with indexes
 * @param links how many there are; from 100,000 on about, by the database's statistics
 * @param artifacts the same
 * @param memory of this machine or container
 * @param heap of this process at most
 */
public record IndexSize(long bytes, long links, long artifacts, long memory, long heap) {
  private static final long OF_THE_SYSTEM = 2L << 30;
  private static final int COUNTED = 100_000;

  /** Asks the database. */
  public static IndexSize of(JdbcClient jdbc) {
    long memory =
        ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system
            ? system.getTotalMemorySize()
            : 0;
    return jdbc.sql(
            """
            select coalesce(sum(pg_total_relation_size(c.oid)), 0) as bytes,
              coalesce(max(c.reltuples) filter (where c.relname = 'link'), 0) as links,
              coalesce(max(c.reltuples) filter (where c.relname = 'artifact'), 0) as artifacts
            from pg_class c
            where c.oid in ('link'::regclass, 'artifact'::regclass, 'uri'::regclass)
            """)
        .query((row, at) ->
            new IndexSize(
                row.getLong("bytes"),
                count(jdbc, "link", row.getLong("links")),
                count(jdbc, "artifact", row.getLong("artifacts")),
                memory,
                Runtime.getRuntime().maxMemory()))
        .single();
  }

  // The database counts small tables late, or never.
  private static long count(JdbcClient jdbc, String table, long estimate) {
    if (estimate >= COUNTED) {
      return estimate;
    }
    return jdbc.sql("select count(*) from (select from %s limit ?) counted".formatted(table))
        .param(COUNTED)
        .query(Long.class)
        .single();
  }

  /** What the rule allows; not below zero. */
  public long allowed() {
    return Math.max(0, memory - heap - OF_THE_SYSTEM);
  }

  /** Whether the index is larger. */
  public boolean isTooLarge() {
    return bytes > allowed();
  }
}
