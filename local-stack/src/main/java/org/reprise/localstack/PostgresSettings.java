package org.reprise.localstack;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * PostgreSQL's settings as this module states them: durable, and sized for a benchmark whose client
 * and server share two cores.
 *
 * @param values names and values in the order in which they are written
 */
record PostgresSettings(Map<String, String> values) {
  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]*(\\.[a-z_][a-z0-9_]*)?");

  PostgresSettings {
    values.forEach(PostgresSettings::requireValid);
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  static PostgresSettings standard() {
    Map<String, String> values = new LinkedHashMap<>();
    durable(values);
    sized(values);
    values.put("wal_level", "replica");
    values.put("max_wal_senders", "10");
    values.put("max_replication_slots", "10");
    // A standby that is gone must not fill the disk by the WAL that its slot keeps.
    values.put("max_slot_wal_keep_size", "2GB");
    values.put("hot_standby", "on");
    // Else vacuum on the primary cancels the standby's longer queries, or stops its replay. The
    // primary hears of them once a second instead of once in ten.
    values.put("hot_standby_feedback", "on");
    values.put("wal_receiver_status_interval", "1s");
    // TCP only: a socket's path has a length limit that a deep directory exceeds.
    values.put("listen_addresses", "127.0.0.1");
    values.put("unix_socket_directories", "");
    values.put("password_encryption", "scram-sha-256");
    values.put("timezone", "UTC");
    values.put("log_timezone", "UTC");
    values.put("logging_collector", "off");
    return new PostgresSettings(values);
  }

  private static void durable(Map<String, String> values) {
    values.put("fsync", "on");
    values.put("synchronous_commit", "on");
    values.put("full_page_writes", "on");
  }

  private static void sized(Map<String, String> values) {
    values.put("max_connections", "200");
    values.put("shared_buffers", "256MB");
    values.put("effective_cache_size", "1GB");
    values.put("work_mem", "8MB");
    values.put("maintenance_work_mem", "128MB");
    values.put("random_page_cost", "1.1");
    values.put("max_parallel_workers", "2");
    values.put("max_parallel_workers_per_gather", "2");
    // Checkpoints come by time rather than by volume, and are spread: no stall within a short run.
    values.put("wal_buffers", "16MB");
    values.put("min_wal_size", "256MB");
    values.put("max_wal_size", "2GB");
    values.put("checkpoint_timeout", "10min");
    values.put("checkpoint_completion_target", "0.9");
    values.put("jit", "off");
  }

  /** The same with some set, or set differently. */
  PostgresSettings with(Map<String, String> others) {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.putAll(others);
    return new PostgresSettings(all);
  }

  /** The lines of a configuration file. */
  String text() {
    return "# Written at each start by reprise's local-stack.\n" + lines(values);
  }

  static String lines(Map<String, String> values) {
    StringBuilder lines = new StringBuilder();
    values.forEach((name, value) -> {
      String quoted = value.replace("\\", "\\\\").replace("'", "''");
      lines.append(name).append(" = '").append(quoted).append("'\n");
    });
    return lines.toString();
  }

  private static void requireValid(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not the name of a PostgreSQL setting: '" + name + "'");
    }
    if (value.chars().anyMatch(c -> c < ' ')) {
      throw new IllegalArgumentException(
          "the value of the PostgreSQL setting " + name + " has a control character");
    }
  }
}
