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
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.RunStart;
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
    for (var id : runs) {
      var directory = RunDirectory.open(results, id);
      try {
        print(out, id, directory.read());
      } catch (RunUnreadableException e) {
        out.printf(
            "%-36s %s%n",
            id,
            RunStart.canGoOn(directory)
                ? "not finished: ./reprise run --resume %s goes on".formatted(id)
                : "not finished, or not readable");
      }
    }
    return 0;
  }

  private static void print(PrintWriter out, String id, RunRecord run) {
    out.printf(
        LINE,
        id,
        run.profile(),
        run.manifest().duration().toSeconds(),
        run.valid() ? "yes" : "NO",
        claims(run),
        run.manifest().gitCommit());
  }

  private static String claims(RunRecord run) {
    long reproduced =
        run.claims().stream().filter(it -> it.outcome() instanceof Verdict.Reproduced).count();
    return "%d of %d".formatted(reproduced, run.claims().size());
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
          .sorted(Comparator.comparing(HistoryCommand::started))
          .toList();
    }
  }

  /** The time at the end of a run's id. */
  private static String started(String id) {
    return id.replaceFirst("^.*?(\\d{8}T\\d{6}Z)", "$1");
  }
}
