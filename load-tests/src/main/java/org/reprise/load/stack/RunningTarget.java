package org.reprise.load.stack;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reprise.load.process.Processors;
import org.reprise.localstack.LocalPostgres;

/** A target that serves, whatever its system. What was started for it ends with it. */
public interface RunningTarget extends AutoCloseable {
  /** The database server, where it is ours. */
  Optional<LocalPostgres> postgres();

  /** The flags of the service's JVM, where that is ours. */
  List<String> jvmFlags();

  /** What each role may use of the processors. */
  default Processors processors() {
    return Processors.unlimited();
  }

  /** What its user should know of it before it is measured, a line each. */
  default List<String> remarks() {
    return List.of();
  }

  /** What the service was told on purpose, without secrets; empty where it is not ours. */
  Map<String, String> serviceSettings();

  @Override
  void close();
}
