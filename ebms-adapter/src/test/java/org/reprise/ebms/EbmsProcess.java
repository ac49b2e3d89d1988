package org.reprise.ebms;

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
final class EbmsProcess implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

  private final Process process;
  private final String base;

  private EbmsProcess(Process process, Path output) {
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

  static EbmsProcess start(Database database, Path output, String... settings) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx256m",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                EbmsAdapterApplication.class.getName()));
    command.addAll(EbmsServer.arguments(database));
    command.add("--logging.level.root=info");
    command.addAll(List.of(settings));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new EbmsProcess(process, output);
  }

  EbmsClient client() {
    return new EbmsClient(base, EbmsServer.USERNAME, EbmsServer.PASSWORD);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Stops it for a while, as by SIGSTOP. */
  void suspend() throws IOException, InterruptedException {
    signal("-STOP");
  }

  /** Lets it go on. */
  void resume() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    int result = new ProcessBuilder("kill", signal, "" + process.pid()).start().waitFor();
    assertThat(result).isZero();
  }

  /** As {@code kill -9}. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
