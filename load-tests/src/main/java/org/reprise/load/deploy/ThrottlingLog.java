package org.reprise.load.deploy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.reprise.load.measure.Throttling;

/** The kernel's counts of a run's groups, read twice a second. */
final class ThrottlingLog implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(500);

  private final Map<String, Source> groups;
  private final List<Reading> readings = new ArrayList<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("throttling-log").unstarted(task));

  /** Counts how a role is held back. */
  interface Source {
    /**
     * Reads what was counted since the role began.
     *
     * @throws IOException if it cannot be read
     */
    Throttling throttling() throws IOException;
  }

  private record Reading(long nanos, Map<String, Throttling> counts) {}

  ThrottlingLog(Map<String, ? extends Source> groups) {
    this.groups = Map.copyOf(groups);
    read();
    var unused =
        timer.scheduleWithFixedDelay(
            this::read, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void read() {
    var counts = new LinkedHashMap<String, Throttling>();
    groups.forEach((role, group) -> {
      try {
        counts.put(role, group.throttling());
      } catch (IOException | RuntimeException e) {
        // The group has no process yet, or none any more: this reading does not tell of it.
        // What a timer's task throws would end all further readings.
        return;
      }
    });
    synchronized (this) {
      readings.add(new Reading(System.nanoTime(), counts));
    }
  }

  /**
   * What was counted from the last reading before {@code from} to the first one behind the end.
   *
   * @param from by {@link System#nanoTime}
   */
  Map<String, Throttling> between(long from, long to) {
    read();
    var counted = new LinkedHashMap<String, Throttling>();
    synchronized (this) {
      for (var role : groups.keySet()) {
        var earlier = Throttling.NONE;
        var later = Throttling.NONE;
        for (var reading : readings) {
          var count = reading.counts().get(role);
          if (count == null) {
            continue;
          }
          if (reading.nanos() - from <= 0) {
            earlier = count;
          }
          later = count;
          if (reading.nanos() - to >= 0) {
            break;
          }
        }
        counted.put(role, later.since(earlier));
      }
    }
    return counted;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
