package org.reprise.load.generator;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Prints how far the running phase has come, twice a second, until closed. */
final class ProgressPrinter implements AutoCloseable {
  private static final long PERIOD_MS = 500;

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("progress").unstarted(task));
  private final List<? extends PhaseRecorder> phases;
  private final PrintStream out;

  ProgressPrinter(List<? extends PhaseRecorder> phases, PrintStream out) {
    this.phases = List.copyOf(phases);
    this.out = out;
    var unused =
        timer.scheduleAtFixedRate(this::print, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
  }

  private void print() {
    try {
      phases.stream()
          .filter(phase -> phase.begun() && !phase.over())
          .forEach(phase -> out.println(phase.progress().line()));
    } catch (RuntimeException e) {
      // A timer ends silently with the first exception: the next look may work.
      out.println("no progress can be told: " + e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    phases.stream()
        .filter(PhaseRecorder::begun)
        .forEach(phase -> out.println(phase.progress().line()));
  }
}
