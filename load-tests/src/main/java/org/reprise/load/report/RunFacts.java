package org.reprise.load.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.report.PageView.Pair;
import org.reprise.load.run.Digits;
import org.reprise.load.run.Environment;
import org.reprise.load.run.Manifest;
import org.reprise.load.run.RunRecord;

/** What is to be known of a run beside its figures, as names and texts. */
final class RunFacts {
  static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final String DASH = "–";

  private RunFacts() {}

  /** The report's machine beside ours, name by name. */
  static List<Pair> environments(RunRecord run) {
    Environment here = run.environment();
    Map<String, String> ours = new LinkedHashMap<>();
    ours.put("CPU", "%s, %d cores".formatted(here.cpu(), here.cores()));
    ours.put(
        "Memory", String.format(Locale.ROOT, "%.1f GiB", here.memoryBytes() / (double) (1 << 30)));
    ours.put("Operating system", here.os());
    ours.put("JDK", here.jdk());
    ours.put("JVM settings", String.join(" ", here.jvmFlags()));
    String postgres = here.postgres();
    ours.put("Database", postgres == null ? "" : "PostgreSQL " + postgres);
    ours.put("Deployment", "target " + run.target());
    ours.put("Revision", run.manifest().gitCommit());
    run.manifest().resumptions().forEach(it -> ours.merge("Resumed", it, "%s; %s"::formatted));
    ours.put(
        "Database settings",
        String.join(
            ", ",
            here.postgresSettings().entrySet().stream()
                .map(e -> e.getKey() + " = " + e.getValue())
                .toList()));
    Double score = here.calibrationScore();
    ours.put("Calibration score", score == null ? "" : Digits.of(score));
    Map<String, String> names = new LinkedHashMap<>(run.report().environment());
    ours.keySet().forEach(name -> names.putIfAbsent(name, ""));
    return names.keySet().stream()
        .map(name -> new Pair(name, dash(names.get(name)), dash(ours.get(name))))
        .toList();
  }

  /** How to do the run again. */
  static List<Pair> manifest(RunRecord run) {
    Manifest manifest = run.manifest();
    return List.of(
        new Pair("Run", run.runId(), ""),
        new Pair("Profile", run.profile(), ""),
        new Pair("Target", run.target(), ""),
        new Pair("Scale", manifest.scale(), ""),
        new Pair("Repetitions", String.valueOf(manifest.repetitions()), ""),
        new Pair("Seed", String.valueOf(manifest.seed()), ""),
        new Pair("Commit", manifest.gitCommit(), ""),
        new Pair("Started", TIME.format(manifest.started()), ""),
        new Pair("Finished", TIME.format(manifest.finished()), ""),
        new Pair("Wall time", manifest.duration().toSeconds() + " s", ""));
  }

  /** The windows that are shaded on the charts, in their order, and when they were. */
  static List<Pair> phases(RunRecord run) {
    return run.phases().stream()
        .map(it ->
            new Pair(
                it.name(),
                String.format(Locale.ROOT, "%.0f to %.0f s", it.fromSeconds(), it.toSeconds()),
                ""))
        .toList();
  }

  private static String dash(@Nullable String value) {
    return value == null || value.isBlank() ? DASH : value;
  }
}
