package org.reprise.load.sampling;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The CPU time of all processes at one moment, to tell which of them worked since then. */
public final class Neighbours {
  private static final double MIN_PERCENT = 5; // less of a core names nobody

  private final long atNanos = System.nanoTime();
  private final Map<ProcessHandle, Duration> used = look();

  private static Map<ProcessHandle, Duration> look() {
    var used = new HashMap<ProcessHandle, Duration>();
    ProcessHandle.allProcesses()
        .forEach(it -> it.info().totalCpuDuration().ifPresent(time -> used.put(it, time)));
    return used;
  }

  /**
   * The program that used most since then, by name, id and share of a core; empty where none stands
   * out. The run's own processes, what they started and this process are left out.
   */
  public Optional<String> busiest(Collection<ProcessHandle> own) {
    var seconds = (System.nanoTime() - atNanos) / 1e9;
    var since = new HashMap<ProcessHandle, Double>();
    look()
        .forEach((process, time) -> {
          var worked = time.minus(used.getOrDefault(process, Duration.ZERO)).toMillis() / 1e3;
          since.put(process, 100 * worked / seconds);
        });
    Stream.concat(Stream.of(ProcessHandle.current()), own.stream())
        .flatMap(it -> Stream.concat(Stream.of(it), it.descendants()))
        .forEach(since::remove);
    return since.entrySet().stream()
        .filter(it -> it.getValue() >= MIN_PERCENT)
        .max(Map.Entry.comparingByValue())
        .map(it -> {
          var command = it.getKey().info().command().orElse("a program of another user");
          return "%s, process %d, %.0f %%"
              .formatted(Path.of(command).getFileName(), it.getKey().pid(), it.getValue());
        });
  }
}
