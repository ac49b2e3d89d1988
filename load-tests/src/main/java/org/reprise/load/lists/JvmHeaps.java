package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.reprise.load.sampling.HeapGauge;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.ServiceProcess;

/** Heap that is really in use: what is left after a collection. */
final class JvmHeaps {
  private static final double MIB = 1024.0 * 1024;
  private static final long LIMIT_SECONDS = 30;

  private JvmHeaps() {}

  /** Collects in each service, all at once, and reads; by the services' names, MiB. */
  static Map<String, Double> read(Map<String, ServiceProcess> services, Credentials credentials)
      throws IOException, InterruptedException {
    collectIn(services.values());
    var heaps = new LinkedHashMap<String, Double>();
    for (var service : services.entrySet()) {
      try (var gauge = new HeapGauge(service.getValue().metrics(), credentials)) {
        gauge.read().ifPresent(bytes -> heaps.put(service.getKey(), bytes / MIB));
      }
    }
    return heaps;
  }

  /** Collects in each service, all at once. */
  static void collectIn(Collection<ServiceProcess> services) throws InterruptedException {
    for (var collection : services.stream().map(JvmHeaps::collect).toList()) {
      if (!collection.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        collection.destroyForcibly();
      }
    }
  }

  private static Process collect(ServiceProcess service) {
    try {
      return new ProcessBuilder(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  Long.toString(service.handle().pid()),
                  "GC.run"))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("cannot ask a JVM to collect", e);
    }
  }
}
