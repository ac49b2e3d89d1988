package org.reprise.load.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.reprise.load.engine.UsageException;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunJson;
import org.reprise.load.run.RunRecord;
import tools.jackson.core.JacksonException;

/**
 * The last {@code run all}, which a later command can go on with. A run belongs to it by its
 * command and the time at which it was begun, so that nothing has to be noted in between.
 *
 * @param options of {@code run all}
 */
public record RunSeries(Instant started, String command, List<String> options) {
  private static final String FILE = "all.json";

  public void write(Path results) throws IOException {
    Files.createDirectories(results);
    new RunDirectory(results).write(FILE, RunJson.text(this));
  }

  /** Reads the last one; throws UsageException where there is none. */
  public static RunSeries read(Path results) throws IOException {
    var file = results.resolve(FILE);
    if (!Files.exists(file)) {
      throw new UsageException("there is no run all to go on with in " + results);
    }
    try {
      return RunJson.value(Files.readString(file), RunSeries.class);
    } catch (JacksonException e) {
      throw new UsageException("%s is damaged: %s".formatted(file, e.getOriginalMessage()));
    }
  }

  /** Returns the newest run of a system that belongs to it. */
  public Optional<RunRecord> of(PastRuns runs, String system) {
    return runs.all().stream()
        .filter(it -> it.system().equals(system) && it.manifest().command().equals(command))
        .filter(it -> !it.manifest().started().isBefore(started))
        .max(Comparator.comparing(it -> it.manifest().started()));
  }
}
