package org.reprise.ldx.index;

import org.springframework.jdbc.core.simple.JdbcClient;

/** The advisory locks of the index, which are held to the end of a transaction. */
public final class IndexLocks {
  /** The lock that transactions share which store URIs; removing unused URIs takes it alone. */
  public static final int URIS = 0;

  /** The first number of all locks of this service, in PostgreSQL's space of two numbers. */
  private static final int CLASS = 0x4c4458;

  private IndexLocks() {}

  /** Takes the lock of a data source and then that of URIs, both of which others may share. */
  public static void share(JdbcClient jdbc, int source) {
    String shared = "pg_advisory_xact_lock_shared";
    take(jdbc, "%1$s(%2$s, %3$s), %1$s".formatted(shared, CLASS, source), URIS);
  }

  /** Waits for a lock, and takes it alone. */
  public static void takeAlone(JdbcClient jdbc, int lock) {
    take(jdbc, "pg_advisory_xact_lock", lock);
  }

  /** Takes a lock alone, unless others have it; returns whether it did. */
  public static boolean tryAlone(JdbcClient jdbc, int lock) {
    return Boolean.parseBoolean(take(jdbc, "pg_try_advisory_xact_lock", lock));
  }

  private static String take(JdbcClient jdbc, String function, int lock) {
    return jdbc.sql("select " + function + "(?, ?)::text")
        .params(CLASS, lock)
        .query((row, at) -> String.valueOf(row.getString(1)))
        .single();
  }
}
