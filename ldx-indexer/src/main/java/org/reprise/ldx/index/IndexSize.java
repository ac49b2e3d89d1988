package org.reprise.ldx.index;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The space that the index takes, against the report's rule: it should fit into the memory that is
 * left beside the heap and 2 GB of the system.
 *
 * @param bytes on disk, with indexes
 * @param links how many there are; from 100,000 on about, by the database's statistics
 * @param artifacts the same
 * @param heap of this process at most
 */
public record IndexSize(long bytes, long links, long artifacts, long memory, long heap) {
  private static final long SYSTEM_MEMORY = 2L << 30;
  private static final int MAX_COUNTED = 100_000;

  public static IndexSize of(JdbcClient jdbc) {
    // One question after the other: many callers that each hold a connection and ask for a second
    // one wait for each other.
    return new IndexSize(
        number(
            jdbc,
            "select pg_total_relation_size('link') + pg_total_relation_size('artifact')"
                + " + pg_total_relation_size('uri')"),
        count(jdbc, "link"),
        count(jdbc, "artifact"),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
        Runtime.getRuntime().maxMemory());
  }

  // The database counts small tables late, or never.
  private static long count(JdbcClient jdbc, String table) {
    long estimate =
        number(
            jdbc,
            "select reltuples::bigint from pg_class where oid = '%s'::regclass".formatted(table));
    return estimate >= MAX_COUNTED
        ? estimate
        : number(
            jdbc, "select count(*) from (select from %s limit %s) t".formatted(table, MAX_COUNTED));
  }

  private static long number(JdbcClient jdbc, String sql) {
    return jdbc.sql(sql).query(Long.class).single();
  }

  /** Returns what the rule allows; not below zero. */
  public long allowed() {
    return Math.max(0, memory - heap - SYSTEM_MEMORY);
  }

  public boolean isTooLarge() {
    return bytes > allowed();
  }
}
