package org.reprise.ldx.index;

import java.lang.management.ManagementFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * How much space the index takes, against the report's rule: it should fit into the memory that is
 * left beside the heap and 2 GB of the system.
 *
 * @param bytes on disk, with indexes
 * @param links about how many there are, by the database's statistics
 * @param artifacts the same
 * @param memory of this machine or container
 * @param heap of this process at most
 */
public record IndexSize(long bytes, long links, long artifacts, long memory, long heap) {
  private static final long OF_THE_SYSTEM = 2L << 30;

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
                Math.max(0, row.getLong("links")),
                Math.max(0, row.getLong("artifacts")),
                memory,
                Runtime.getRuntime().maxMemory()))
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
