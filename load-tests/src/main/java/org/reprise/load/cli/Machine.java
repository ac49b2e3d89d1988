package org.reprise.load.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.reprise.load.run.Environment;
import org.reprise.load.sampling.Calibration;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.localstack.LocalPostgres;

/** What the manifest of a run says about the machine and the checkout. */
final class Machine {
  /** Those of PostgreSQL's settings that decide what a durable write costs. */
  private static final List<String> SETTINGS =
      List.of(
          "fsync",
          "synchronous_commit",
          "full_page_writes",
          "autovacuum",
          "shared_buffers",
          "max_connections",
          "max_wal_size",
          "checkpoint_timeout",
          "wal_level");

  private static final Duration GIT_LIMIT = Duration.ofSeconds(10);

  private Machine() {}

  /**
   * Looks at the machine and measures its calibration score, which takes a second while nothing
   * else runs.
   */
  static Environment look() throws IOException {
    return new Environment(
        cpu(),
        Runtime.getRuntime().availableProcessors(),
        system().getTotalMemorySize(),
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"),
        System.getProperty("java.vm.vendor") + " " + System.getProperty("java.runtime.version"),
        List.of(),
        null,
        Map.of(),
        Map.of(),
        Calibration.score());
  }

  /** The same with what the target tells about itself. */
  static Environment with(Environment machine, RunningTarget target) {
    var settings = target.postgres().map(LocalPostgres::settings).orElse(Map.of());
    var chosen = new LinkedHashMap<String, String>();
    SETTINGS.stream()
        .filter(settings::containsKey)
        .forEach(name -> chosen.put(name, settings.getOrDefault(name, "")));
    return new Environment(
        machine.cpu(),
        machine.cores(),
        machine.memoryBytes(),
        machine.os(),
        machine.jdk(),
        target.jvmFlags(),
        target.postgres().map(LocalPostgres::version).orElse(null),
        chosen,
        target.serviceSettings(),
        machine.calibrationScore());
  }

  private static com.sun.management.OperatingSystemMXBean system() {
    return (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  }

  private static String cpu() throws IOException {
    var cpuinfo = Path.of("/proc/cpuinfo");
    if (Files.isReadable(cpuinfo)) {
      try (var lines = Files.lines(cpuinfo)) {
        Optional<String> model =
            lines
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
        if (model.isPresent()) {
          return model.get();
        }
      }
    }
    return System.getProperty("os.arch");
  }

  /**
   * What tells the code of a run from another: the commit, and the content of what is measured and
   * of what measures. A folder of classes, as in a test, has none.
   *
   * @param measured whose services are started for the run
   */
  static Map<String, String> code(Home home, String commit, Optional<MeasuredSystem> measured)
      throws IOException {
    var code = new LinkedHashMap<String, String>();
    code.put("commit", commit);
    for (var service : measured.map(MeasuredSystem::services).orElse(List.of())) {
      var jar = home.builtJar(service.module());
      if (jar.isPresent()) {
        code.put(service.module(), Home.digest(jar.get()));
      }
    }
    var own =
        Path.of(
            URI.create(
                Machine.class.getProtectionDomain().getCodeSource().getLocation().toString()));
    if (Files.isRegularFile(own)) {
      code.put("reprise", Home.digest(own));
    }
    return code;
  }

  /**
   * The commit of the checkout, with {@code -dirty} where files differ from it; {@code unknown}
   * outside a checkout.
   */
  static String gitCommit(Home home) throws InterruptedException {
    return gitCommit(
        home,
        List.of("git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"),
        GIT_LIMIT);
  }

  /** The same by another command; {@code unknown} where it has not ended then. */
  static String gitCommit(Home home, List<String> command, Duration limit)
      throws InterruptedException {
    try {
      var process =
          new ProcessBuilder(command)
              .directory(home.root().toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        // The answer fits the pipe: git does not wait for it to be read.
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
          return "unknown";
        }
        var answer =
            new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return answer.isEmpty() ? "unknown" : answer;
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      // No git on this machine.
      return "unknown";
    }
  }
}
