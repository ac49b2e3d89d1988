package org.reprise.load.engine;

import java.util.Optional;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.localstack.Database;
import org.reprise.localstack.LocalPostgres;

/** A process that is watched, by what it is in the report's environment. */
public sealed interface Role {
  /** As CPU and memory are reported, for example {@code primary}. */
  String name();

  /**
   * A service of ours: its heap is read, too.
   *
   * @param credentials which its metrics need
   */
  record Service(String name, ServiceProcess process, Credentials credentials) implements Role {}

  /**
   * A database server, all its processes together.
   *
   * @param writer whether it is written to: its write-ahead log is counted then
   * @param sized the database whose size is read; empty for none
   */
  record Postgres(String name, LocalPostgres server, boolean writer, Optional<Database> sized)
      implements Role {}

  /** Any other process. */
  record Other(String name, ProcessHandle process) implements Role {}
}
