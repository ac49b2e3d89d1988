package org.reprise.load.sampling;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.reprise.load.deploy.Commands;

/** What other JVMs keep on their heaps after a collection, by the JDK's {@code jcmd}. */
public final class JvmHeaps {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Pattern USED = Pattern.compile("used (\\d+)([KMG])");

  /** After a full collection all that is alive is old; what is young has come since. */
  private static final List<String> NOT_KEPT =
      List.of("Metaspace", "class space", "DefNew", "PSYoungGen");

  private JvmHeaps() {}

  /**
   * Collects in each JVM of this user, all at once, and reads right after it what is left, bytes by
   * process: a look by HTTP would count what answering it takes. A JVM that does not say is left
   * out.
   */
  public static Map<Long, Double> live(Collection<Long> pids)
      throws IOException, InterruptedException {
    var collections = new HashMap<Long, Process>();
    for (var pid : pids) {
      var command = List.of(Commands.ofJdk("jcmd"), Long.toString(pid), "-f", "/dev/stdin");
      var jcmd = new ProcessBuilder(command).redirectErrorStream(true).start();
      collections.put(pid, jcmd);
      try (var commands = jcmd.outputWriter()) {
        // Twice: where the old generation has to grow, the first one leaves in the young what is
        // alive.
        commands.write("GC.run\nGC.run\nGC.heap_info\n");
      }
    }
    var live = new HashMap<Long, Double>();
    for (var collection : collections.entrySet()) {
      var process = collection.getValue();
      if (!process.waitFor(TIMEOUT)) {
        process.destroyForcibly();
      } else if (process.exitValue() == 0) {
        used(process.inputReader().lines())
            .ifPresent(bytes -> live.put(collection.getKey(), bytes));
      }
    }
    return live;
  }

  /** Adds up the parts of a heap; empty where {@code GC.heap_info} tells none, as of Shenandoah. */
  static OptionalDouble used(Stream<String> lines) {
    return lines
        .filter(line -> NOT_KEPT.stream().noneMatch(line::contains))
        .map(USED::matcher)
        .filter(Matcher::find)
        .mapToDouble(part ->
            Double.parseDouble(part.group(1)) * (1L << 10 * (1 + "KMG".indexOf(part.group(2)))))
        .reduce(Double::sum);
  }
}
