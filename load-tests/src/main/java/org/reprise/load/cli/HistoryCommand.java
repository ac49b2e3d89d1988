package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Home;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunUnreadableException;
import org.reprise.load.run.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code reprise history}: the runs that there are, the newest last. */
@Command(
    name = "history",
    description = "Lists the runs: when, how much, whether valid, and how many claims held.")
final class HistoryCommand extends PrintingCommand {
  private static final String LINE = "%-36s %-8s %8s %8s %11s  %s%n";

  @Parameters(arity = "0..1", paramLabel = "SYSTEM", description = "Those of one system only.")
  private @Nullable String system;

  @Override
  int print(PrintWriter out) throws IOException {
    var results = Home.current().results();
    var runs = runs(results, system);
    if (runs.isEmpty()) {
      out.println("no run yet: reprise run SYSTEM makes one");
    } else {
      out.printf(LINE, "run", "profile", "seconds", "valid", "reproduced", "commit");
    }
    runs.forEach(id -> print(out, RunDirectory.open(results, id)));
    return 0;
  }

  private static void print(PrintWriter out, RunDirectory directory) {
    var id = directory.runId();
    try {
      var run = directory.read();
      if (run.manifest().resumeOptions() != null) {
        out.printf("%-36s not finished: ./reprise run --resume %s goes on%n", id, id);
        return;
      }
      var reproduced =
          run.claims().stream().filter(it -> it.verdict() == Verdict.REPRODUCED).count();
      out.printf(
          LINE,
          id,
          run.profile(),
          run.manifest().duration().toSeconds(),
          run.valid() ? "yes" : "NO",
          "%d of %d".formatted(reproduced, run.claims().size()),
          run.manifest().gitCommit());
    } catch (RunUnreadableException e) {
      out.printf("%-36s not finished, or not readable%n", id);
    }
  }

  /** The ids of the runs of a system, or of all; the newest last. */
  static List<String> runs(Path results, @Nullable String system) throws IOException {
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    try (var folders = Files.list(results)) {
      return folders
          .filter(it -> Files.isDirectory(it) && !Files.isSymbolicLink(it))
          .map(it -> String.valueOf(it.getFileName()))
          .filter(id -> !id.startsWith(".") && (system == null || id.startsWith(system + "-")))
          // The time at the end of a run's id.
          .sorted(Comparator.comparing(id -> id.replaceFirst("^.*?(\\d{8}T\\d{6}Z)", "$1")))
          .toList();
    }
  }
}
