package org.reprise.content.rendition;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/** Runs {@link Worker} in a separate JVM, with the classes that the service runs with. */
final class WorkerProcess {
  /** Starts another main class of what Spring Boot has packed, be it a jar or extracted. */
  private static final String LAUNCHER =
      "org.springframework.boot.loader.launch.PropertiesLauncher";

  static final DataSize MAX_FILE = DataSize.ofMegabytes(256);

  // Addresses beside the heap, for the JVM and for decoders outside of it: libjpeg takes 6 bytes
  // for each pixel of a progressive image.
  private static final DataSize MAX_NATIVE = DataSize.ofMegabytes(700);

  // Where memory is short, the kernel ends the worker and not the service. Files are counted in
  // POSIX's blocks of 512 bytes.
  private static final String SCRIPT =
      """
      { echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
      ulimit -c 0
      ulimit -f %d
      ulimit -t %d
      ulimit -v %d
      exec "$@"
      """;

  private static final String FLAGS =
      "-XX:MaxDirectMemorySize=16m -XX:+ExitOnOutOfMemoryError -XX:+UseSerialGC -XX:-UsePerfData"
          + " -XX:TieredStopAtLevel=1 -XX:CompressedClassSpaceSize=64m"
          + " -XX:ReservedCodeCacheSize=48m -Djava.awt.headless=true"
          + " -Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider"
          + " -Dslf4j.internal.verbosity=WARN";

  private WorkerProcess() {}

  /**
   * Runs a worker to its end, or to the end of its time.
   *
   * @param folder for its temporary files
   * @return its exit status, or that of {@link Refusal#TIMEOUT}
   */
  static int run(RenditionSettings settings, Path folder, List<String> arguments)
      throws IOException {
    String script =
        SCRIPT.formatted(
            MAX_FILE.toBytes() / 512,
            1 + 2 * settings.timeout().toSeconds(),
            settings.memory().toKilobytes() + MAX_NATIVE.toKilobytes());
    List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(List.of(FLAGS.split(" ")));
    command.add("-Xmx" + settings.memory().toBytes());
    command.add("-XX:ErrorFile=" + folder.resolve("crash"));
    command.add("-Djava.io.tmpdir=" + folder);
    command.add("-Dpdfbox.fontcache=" + folder);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    if (ClassUtils.isPresent(LAUNCHER, ClassLoader.getSystemClassLoader())) {
      command.addAll(List.of("-Dloader.main=" + Worker.class.getName(), LAUNCHER));
    } else {
      command.add(Worker.class.getName());
    }
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.INHERIT);
    // Without the credentials of the service.
    builder.environment().keySet().retainAll(Set.of("PATH", "LANG", "LC_ALL"));
    // Each arena of glibc reserves 64 MiB of addresses.
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    Process process = builder.start();
    try {
      return process.waitFor(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)
          ? process.exitValue()
          : Refusal.TIMEOUT.status;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("The service ends");
    } finally {
      process.destroyForcibly().onExit().join();
    }
  }
}
