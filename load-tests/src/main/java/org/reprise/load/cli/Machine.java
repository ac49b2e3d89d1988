package org.reprise.load.cli;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Commands;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.engine.Needs;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.run.Environment;
import org.reprise.localstack.process.StackDirectories;

/** What the manifest of a run says about the machine and the checkout. */
final class Machine {
  private static final String SETTINGS =
      "fsync synchronous_commit full_page_writes autovacuum shared_buffers max_connections"
          + " max_wal_size checkpoint_timeout work_mem random_page_cost jit wal_level";

  private static final Duration GIT_TIMEOUT = Duration.ofSeconds(10);
  private static final String COMMIT =
      """
      if commit=$(git rev-parse HEAD); then
        changes=$(git diff --no-ext-diff --no-textconv --binary HEAD &&
          git ls-files -z --others --exclude-standard -- '*/src/*' pom.xml '*/pom.xml' |
            xargs -0 git hash-object --) || exit 1
        [ -z "$changes" ] || commit=$commit-dirty-$(printf '%s\\n' "$changes" | git hash-object --stdin)
        echo "$commit"
      else
        sources=$(find . -name target -prune -o \\( -path '*/src/*' -o -name pom.xml \\) -type f \
          -exec cksum {} +)
        [ -z "$sources" ] || echo "archive-$(printf '%s\\n' "$sources" | sort | cksum | tr ' ' -)"
      fi
      """;

  private Machine() {}

  static Environment look(
      @Nullable Double calibrationScore, Plan plan, @Nullable Deployment deployment)
      throws IOException {
    var flags = new ArrayList<>(LoadLauncher.jvmFlags(plan.profile().generatorFlags()));
    flags.addAll(deployment == null ? List.of() : deployment.jvmFlags());
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    var settings = new LinkedHashMap<String, String>();
    String version = null;
    if (deployment != null && deployment.database().isPresent()) {
      var server = deployment.superuser();
      for (var name : SETTINGS.split(" ")) {
        settings.put(name, server.texts("SHOW " + name).getFirst());
      }
      version = server.texts("SHOW server_version").getFirst();
      if (plan.local()) {
        settings.put(
            "file system", Needs.fileSystem(StackDirectories.ofCurrentUser().run()).type());
      }
    }
    return new Environment(
        cpu(),
        Runtime.getRuntime().availableProcessors(),
        system.getTotalMemorySize(),
        String.join(" ", system.getName(), system.getVersion(), system.getArch()),
        System.getProperty("java.vm.vendor") + " " + System.getProperty("java.runtime.version"),
        flags,
        version,
        settings,
        deployment == null ? Map.of() : deployment.serviceSettings(),
        calibrationScore);
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
   * Returns the commit of the checkout, with {@code -dirty-} and a hash of the changes and of new
   * sources if there are any. Without a checkout it is a checksum of the sources and POMs; if that
   * fails too, {@code unknown-} and the time, so that no two unknown states are equal.
   */
  static String gitCommit(Home home) throws InterruptedException {
    return answer(home, List.of("/bin/sh", "-c", COMMIT), GIT_TIMEOUT);
  }

  static String answer(Home home, List<String> command, Duration limit)
      throws InterruptedException {
    try {
      var answer = Commands.output(home.root(), limit, command);
      return answer.isEmpty() ? "unknown-" + Instant.now() : answer;
    } catch (IOException e) {
      return "unknown-" + Instant.now();
    }
  }
}
