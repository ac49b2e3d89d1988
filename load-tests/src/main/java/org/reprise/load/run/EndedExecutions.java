package org.reprise.load.run;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reprise.load.measure.Measured;
import tools.jackson.core.JacksonException;

/**
 * What the executions of a run came to, each in a file of its own from the moment of its end:
 * whatever stops the run then loses no more than what was under way.
 *
 * @param folder with the files; it may not be there yet
 */
public record EndedExecutions(Path folder) {
  private static final String SUFFIX = ".json";

  /**
   * One execution.
   *
   * @param clock the beginning of the run's clock, on which phases and resources are
   */
  public record Ended(Instant clock, Measured measured) {}

  /** Those that have ended, by name. A file that is damaged is none: its execution is repeated. */
  public SortedMap<String, Ended> read() throws IOException {
    var ended = new TreeMap<String, Ended>();
    if (!Files.isDirectory(folder)) {
      return ended;
    }
    try (var files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (var file : files) {
        var name = String.valueOf(file.getFileName());
        try {
          Optional.ofNullable(RunJson.value(Files.readString(file), Ended.class))
              .ifPresent(it -> ended.put(name.substring(0, name.length() - SUFFIX.length()), it));
        } catch (JacksonException | CharacterCodingException e) {
          continue;
        }
      }
    }
    return ended;
  }

  /** Adds one, in whole or not at all. */
  public void add(String name, Ended ended) throws IOException {
    Files.createDirectories(folder);
    RunDirectory.replace(folder.resolve(name + SUFFIX), RunJson.text(ended));
  }
}
