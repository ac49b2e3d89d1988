package org.reprise.localstack.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** Short runs of programs that the operating system or PostgreSQL brings. */
public final class Programs {
  private static final Optional<Path> SETSID = onPath("setsid");

  private Programs() {}

  /** The result of a program: its exit code and all that it wrote. */
  public record Outcome(int exitCode, String output) {
    public boolean succeeded() {
      return exitCode == 0;
    }
  }

  /** Runs a program to its end. One that cannot be started has the shell's exit code for that. */
  public static Outcome run(List<String> command) {
    return run(command, Map.of());
  }

  public static Outcome run(List<String> command, Map<String, String> environment) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String output;
      try (var stream = process.getInputStream()) {
        output = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      }
      return new Outcome(process.waitFor(), output);
    } catch (IOException e) {
      return new Outcome(127, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalStackException("interrupted while " + command.getFirst() + " ran", e);
    }
  }

  /**
   * Begins a program whose output is of no interest, in a session of its own where that is
   * possible; one that takes longer goes on, also after the end of the JVM.
   *
   * @param limit how long to wait for its end
   * @return its exit code, 127 where it cannot be started; empty while it goes on
   */
  static OptionalInt begin(List<String> command, Duration limit) {
    try {
      Process process = silent(inOwnSession(command));
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)
          ? OptionalInt.of(process.exitValue())
          : OptionalInt.empty();
    } catch (IOException notThere) {
      return OptionalInt.of(127);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }

  private static Process silent(List<String> command) throws IOException {
    return new ProcessBuilder(command)
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Runs a program whose output is of no interest; one that takes longer is killed. */
  public static boolean succeeds(List<String> command, Duration limit) {
    try {
      Process process = silent(command);
      if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue() == 0;
      }
      process.destroyForcibly();
      return false;
    } catch (IOException notThere) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalStackException("interrupted while " + command.getFirst() + " ran", e);
    }
  }

  /**
   * The command in a session of its own where that is possible. setsid replaces itself by the
   * program as long as it leads no process group, which a child of a JVM never does: the pid stays.
   */
  static List<String> inOwnSession(List<String> command) {
    List<String> whole = new ArrayList<>();
    SETSID.ifPresent(setsid -> whole.add(setsid.toString()));
    whole.addAll(command);
    return whole;
  }

  static Optional<Path> onPath(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
