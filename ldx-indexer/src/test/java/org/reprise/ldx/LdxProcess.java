package org.reprise.ldx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reprise.localstack.Database;

/** The service as a process of its own, to be killed. */
public final class LdxProcess implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

  private final Process process;
  private final String base;

  private LdxProcess(Process process, Path output) {
    this.process = process;
    try {
      await().atMost(LIMIT).until(() -> !process.isAlive() || !port(output).isEmpty());
      assertThat(process.isAlive()).as(output.toString()).isTrue();
      this.base = "http://127.0.0.1:" + port(output);
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw new IllegalStateException(e);
    }
  }

  private static String port(Path output) throws IOException {
    Matcher line = PORT.matcher(Files.readString(output));
    return line.find() ? line.group(1) : "";
  }

  /** Starts one and waits until it listens. */
  public static LdxProcess start(Database database, Path output, String... settings)
      throws IOException {
    return startWithHeap(256, database, output, settings);
  }

  /** The same with a heap in MiB; the process exits when it is exhausted. */
  public static LdxProcess startWithHeap(
      int heap, Database database, Path output, String... settings) throws IOException {
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
                LdxIndexerApplication.class.getName()));
    List<String> arguments = new ArrayList<>(LdxServer.arguments(database));
    for (String setting : settings) {
      arguments.removeIf(base -> base.startsWith(setting.substring(0, setting.indexOf('=') + 1)));
    }
    command.addAll(arguments);
    command.add("--logging.level.root=info");
    command.addAll(List.of(settings));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new LdxProcess(process, output);
  }

  /** A client with the right credentials. */
  public LdxClient client() {
    return new LdxClient(base, LdxServer.USERNAME, LdxServer.PASSWORD);
  }

  /** As {@code kill -STOP}: it does nothing until it is resumed; its connections stay open. */
  public void halt() {
    signal("-STOP");
  }

  /** As {@code kill -CONT}. */
  public void resume() {
    signal("-CONT");
  }

  private void signal(String name) {
    try {
      Process kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
      assertThat(kill.waitFor()).isZero();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
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
