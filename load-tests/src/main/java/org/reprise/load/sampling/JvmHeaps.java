package org.reprise.load.sampling;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Garbage collections of other JVMs, so that what a heap holds is what is in use. */
public final class JvmHeaps {
  private static final long LIMIT_SECONDS = 30;

  private JvmHeaps() {}

  /**
   * Collects in each JVM, all at once.
   *
   * @param pids of the JVMs, which run under this user
   */
  public static void collect(Collection<Long> pids) throws IOException, InterruptedException {
    var collections = new java.util.ArrayList<Process>();
    for (var pid : pids) {
      collections.add(start(pid));
    }
    for (var collection : collections) {
      if (!collection.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        collection.destroyForcibly();
      }
    }
  }

  private static Process start(long pid) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(pid),
                "GC.run"))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
