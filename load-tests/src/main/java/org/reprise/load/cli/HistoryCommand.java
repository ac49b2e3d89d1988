package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.RunStart;
import org.reprise.load.run.RunUnreadableException;
import org.reprise.load.stack.Home;
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

  /** A run as it was found. */
  private record Found(String id, Optional<RunRecord> run, boolean canGoOn) {}

  @Override
  int print(PrintWriter out) throws IOException {
    var runs = runs(Home.current().results());
    if (runs.isEmpty()) {
      out.println("no run yet: reprise run SYSTEM makes one");
    } else {
      out.printf(LINE, "run", "profile", "seconds", "valid", "reproduced", "commit");
    }
    for (var found : runs) {
      found
          .run()
          .ifPresentOrElse(
              run ->
                  out.printf(
                      LINE,
                      found.id(),
                      run.profile(),
                      run.manifest().duration().toSeconds(),
                      run.valid() ? "yes" : "NO",
                      claims(run),
                      run.manifest().gitCommit()),
              () ->
                  out.printf(
                      "%-36s %s%n",
                      found.id(),
                      found.canGoOn()
                          ? "not finished: ./reprise run --resume %s goes on".formatted(found.id())
                          : "not finished, or not readable"));
    }
    return 0;
  }

  private static String claims(RunRecord run) {
    long reproduced =
        run.claims().stream()
            .map(ClaimRecord::verdict)
            .filter(it -> it.equals("Reproduced"))
            .count();
    return "%d of %d".formatted(reproduced, run.claims().size());
  }

  private List<Found> runs(Path results) throws IOException {
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    try (var folders = Files.list(results)) {
      return folders
          .filter(it -> Files.isDirectory(it) && !Files.isSymbolicLink(it))
          .map(it -> String.valueOf(it.getFileName()))
          .filter(id -> !id.startsWith(".") && (system == null || id.startsWith(system + "-")))
          .sorted((one, other) -> started(one).compareTo(started(other)))
          .map(id -> found(results, id))
          .toList();
    }
  }

  /** The time at the end of a run's id. */
  private static String started(String id) {
    return id.replaceFirst("^.*?(\\d{8}T\\d{6}Z)", "$1");
  }

  private static Found found(Path results, String id) {
    var directory = RunDirectory.open(results, id);
    Optional<RunRecord> run;
    try {
      run = Optional.of(directory.read());
    } catch (RunUnreadableException e) {
      run = Optional.empty();
    }
    return new Found(id, run, RunStart.canGoOn(directory));
  }
}
