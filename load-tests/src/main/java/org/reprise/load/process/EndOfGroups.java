package org.reprise.load.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A small process in a session of its own that outlives this command: when the command has ended,
 * however it did, it ends what is left in its groups and takes them away. It waits for the end of a
 * pipe that only this command holds, so that it needs no clock.
 */
final class EndOfGroups implements AutoCloseable {
  private final Process process;

  private EndOfGroups(Process process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param script see {@link Way#endScript}
   * @param groups its arguments
   * @throws IOException where it cannot be started
   */
  static EndOfGroups watching(String script, List<String> groups) throws IOException {
    var command =
        new ArrayList<>(List.of("setsid", "/bin/sh", "-c", "cat > /dev/null\n" + script, "sh"));
    command.addAll(groups);
    return new EndOfGroups(
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** Lets it end: its groups are gone already. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      process.destroy();
    }
  }
}
