package org.reprise.localstack.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.reprise.localstack.process.LocalProcess;
import org.reprise.localstack.process.LocalStackException;

/** A service in a separate process, to be killed or held up. */
public class TestService implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(15);
  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

  private final LocalProcess process;
  private final String base;

  /**
   * Starts the service that a test is about, with the test's class path, and waits until it
   * listens.
   *
   * @param main the class to run
   * @param heap in MiB; the process exits when it is exhausted
   * @param arguments of the command line, which let the service choose a free port
   * @param output the file that the process writes to
   * @throws LocalStackException when it ends or does not listen within 15 minutes, with the last
   *     lines that it wrote
   */
  protected TestService(Class<?> main, int heap, List<String> arguments, Path output) {
    this(
        main.getSimpleName(),
        heap,
        List.of("-cp", System.getProperty("java.class.path"), main.getName()),
        arguments,
        output);
  }

  /** Starts another service of the product, from its jar, and waits until it listens. */
  public TestService(String module, List<String> arguments, Path output) {
    this(module, 256, List.of("-jar", jar(module)), arguments, output);
  }

  private TestService(
      String name, int heap, List<String> program, List<String> arguments, Path output) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx%dm".formatted(heap),
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
    command.addAll(program);
    command.addAll(arguments);
    // The line with the port.
    command.add("--logging.level.root=info");
    process = LocalProcess.builder(name, command).log(output).start();
    try {
      process.awaitReady(() -> port(process).hasMatch(), LIMIT);
      base = "http://127.0.0.1:" + port(process).group(1);
    } catch (IOException | LocalStackException e) {
      process.kill();
      throw new LocalStackException(name + " does not listen: " + e.getMessage(), e);
    }
  }

  private static String jar(String module) {
    try (Stream<Path> files = Files.list(Path.of("..", module, "target"))) {
      return files
          .map(Path::toString)
          .filter(file -> file.endsWith("-app.jar"))
          .findFirst()
          .orElseThrow();
    } catch (IOException | NoSuchElementException e) {
      throw new LocalStackException(
          "There is no jar of %1$s: ./mvnw -pl %1$s -am package -DskipTests".formatted(module), e);
    }
  }

  private static Matcher port(LocalProcess process) throws IOException {
    Matcher line = PORT.matcher(process.logged());
    line.find();
    return line;
  }

  /** Returns what its addresses begin with. */
  public String base() {
    return base;
  }

  /** Returns whether the process runs, halted or not. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Does as {@code kill -STOP}: the service does nothing until it is resumed. */
  public void halt() {
    Signals.stop(process.pid());
  }

  /** Does as {@code kill -CONT}. */
  public void resume() {
    Signals.resume(process.pid());
  }

  /** Does as {@code kill -9}. */
  public void kill() {
    process.kill();
  }

  @Override
  public void close() {
    kill();
  }
}
