package org.reprise.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The service that a test is about, as a process of its own with the test's class path, to be
 * killed or held up.
 */
public final class TestService implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(15);
  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

  private final Process process;
  private final String base;

  private TestService(Process process, String base) {
    this.process = process;
    this.base = base;
  }

  /**
   * Starts one and waits until it listens.
   *
   * @param main the class to run
   * @param heap in MiB; the process exits when it is exhausted
   * @param arguments of the command line, which let the service choose a free port
   * @param output the file that the process writes to, from its beginning
   * @throws LocalStackException when it ends or does not listen within 15 minutes, with the last
   *     lines that it wrote
   */
  public static TestService start(Class<?> main, int heap, List<String> arguments, Path output) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx%dm".formatted(heap),
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(arguments);
    // The line with the port.
    command.add("--logging.level.root=info");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      throw new LocalStackException("cannot start " + main.getName(), e);
    }
    Waiting.until(LIMIT, () -> !process.isAlive() || !port(output).isEmpty());
    String port = port(output);
    if (!process.isAlive() || port.isEmpty()) {
      process.destroyForcibly();
      throw new LocalStackException(
          main.getName() + " does not listen. It wrote:\n" + LogTail.read(output, 0));
    }
    return new TestService(process, "http://127.0.0.1:" + port);
  }

  private static String port(Path output) {
    try {
      Matcher line = PORT.matcher(Files.readString(output));
      return line.find() ? line.group(1) : "";
    } catch (IOException e) {
      throw new LocalStackException("cannot read " + output, e);
    }
  }

  /** What its addresses begin with. */
  public String base() {
    return base;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** As {@code kill -STOP}: it does nothing until it is resumed; its connections stay open. */
  public void halt() {
    signal("STOP");
  }

  /** As {@code kill -CONT}. */
  public void resume() {
    signal("CONT");
  }

  // Java knows SIGTERM and SIGKILL only; kill is built into every POSIX shell.
  private void signal(String name) {
    Programs.Outcome outcome =
        Programs.run(List.of("/bin/sh", "-c", "kill -s " + name + " " + process.pid()));
    if (!outcome.succeeded()) {
      throw new LocalStackException("no signal " + name + ": " + outcome.output());
    }
  }

  /** As {@code kill -9}. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
