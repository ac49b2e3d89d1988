package org.reprise.load.cli;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.ShortCommand;
import org.reprise.load.run.Environment;
import org.reprise.load.sampling.Calibration;

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
  private static final String UNKNOWN = "unknown";

  private static final String CHANGES =
      """
      { git diff --no-ext-diff --no-textconv --binary HEAD
        git ls-files -z --others --exclude-standard -- '*/src/*' | xargs -0 git hash-object --
      } | git hash-object --stdin
      """;

  private Machine() {}

  /**
   * Looks at the machine and measures its calibration score, which takes a second while nothing
   * else runs.
   */
  static Environment look() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new Environment(
        cpu(),
        Runtime.getRuntime().availableProcessors(),
        system.getTotalMemorySize(),
        String.join(" ", system.getName(), system.getVersion(), system.getArch()),
        System.getProperty("java.vm.vendor") + " " + System.getProperty("java.runtime.version"),
        List.of(),
        null,
        Map.of(),
        Map.of(),
        Calibration.score());
  }

  /** Adds what the services and their database server, also one of compose, tell of themselves. */
  static Environment with(Environment machine, Deployment target) {
    var settings = new LinkedHashMap<String, String>();
    Optional<String> version = Optional.empty();
    if (target.database().isPresent()) {
      var server = target.superuser();
      SETTINGS.forEach(name -> settings.put(name, server.texts("SHOW " + name).getFirst()));
      version = Optional.of(server.texts("SHOW server_version").getFirst());
    }
    return new Environment(
        machine.cpu(),
        machine.cores(),
        machine.memoryBytes(),
        machine.os(),
        machine.jdk(),
        target.jvmFlags(),
        version.orElse(null),
        settings,
        target.serviceSettings(),
        machine.calibrationScore());
  }

  private static String cpu() {
    try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException notLinux) {
      return System.getProperty("os.arch");
    }
  }

  /**
   * The commit of the checkout; where files differ from it with {@code -dirty-} and a hash of the
   * difference and of new sources, so that two states are never taken for one; {@code unknown}
   * outside a checkout.
   */
  static String gitCommit(Home home) throws InterruptedException {
    var describe = List.of("git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*");
    var commit = answer(home, describe, GIT_LIMIT);
    if (!commit.endsWith("-dirty")) {
      return commit;
    }
    var changes = answer(home, List.of("/bin/sh", "-c", CHANGES), GIT_LIMIT);
    return commit + "-" + (changes.equals(UNKNOWN) ? UUID.randomUUID() : changes);
  }

  /** What a command says of the checkout; {@code unknown} where it says nothing until then. */
  static String answer(Home home, List<String> command, Duration limit)
      throws InterruptedException {
    try {
      var answer = ShortCommand.output(home.root(), limit, command);
      return answer.isEmpty() ? UNKNOWN : answer;
    } catch (IOException e) {
      // No git on this machine, for example.
      return UNKNOWN;
    }
  }
}
