package org.reprise.content.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.process.LocalProcess;

/**
 * versitygw, a real S3 server, over a folder: an object is a file. It is compiled by Go; tests are
 * skipped where Go is not there or does not get it.
 */
final class S3Server implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(15);
  private static final String VERSION = "v1.8.0";
  private static final Path PROGRAMS = Path.of("target", "go", VERSION).toAbsolutePath();
  private static final Path PROGRAM = PROGRAMS.resolve("versitygw");
  private static final String BUCKET = "contents-of-tests";
  private static final String KEY = "key of the tests";

  private final Path folder;
  private final int port;
  private final LocalProcess process;

  private S3Server(Path folder, int port, LocalProcess process) {
    this.folder = folder;
    this.port = port;
    this.process = process;
  }

  static S3Server start(Path folder) throws IOException, InterruptedException {
    install();
    Files.createDirectories(folder.resolve("data").resolve(BUCKET));
    Files.createDirectories(folder.resolve("attributes"));
    int port = FreePort.lasting();
    LocalProcess process =
        LocalProcess.builder(
                "versitygw",
                List.of(
                    PROGRAM.toString(),
                    "--port=127.0.0.1:" + port,
                    "posix",
                    "--sidecar=" + folder.resolve("attributes"),
                    folder.resolve("data").toString()))
            .environment(Map.of("ROOT_ACCESS_KEY", "tester", "ROOT_SECRET_KEY", KEY))
            .log(folder.resolve("versitygw.log"))
            .start();
    process.awaitReady(
        () -> {
          new Socket(InetAddress.getLoopbackAddress(), port).close();
          return true;
        },
        LIMIT);
    return new S3Server(folder, port, process);
  }

  // Once: the JVMs of a build share it.
  private static void install() throws IOException, InterruptedException {
    Files.createDirectories(PROGRAMS);
    try (FileChannel lock =
        FileChannel.open(
            PROGRAMS.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      lock.lock();
      if (!Files.exists(PROGRAM)) {
        compile(PROGRAMS.resolve("log"));
      }
    }
  }

  private static void compile(Path log) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                "go",
                "install",
                // Not optimized: 85 s of processor time instead of 123.
                "-gcflags=all=-N -l",
                "-ldflags=-s -w",
                "github.com/versity/versitygw/cmd/versitygw@" + VERSION)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("GOBIN", PROGRAMS.toString());
    try {
      Process go = builder.start();
      boolean isCompiled = go.waitFor(LIMIT.toMinutes(), TimeUnit.MINUTES) && go.exitValue() == 0;
      go.destroy();
      assumeTrue(isCompiled, () -> "Go does not get versitygw: see " + log);
    } catch (IOException e) {
      assumeTrue(false, "there is no Go: " + e.getMessage());
    }
  }

  int port() {
    return port;
  }

  Path bucket() {
    return folder.resolve("data").resolve(BUCKET);
  }

  /** The folder whose files are the contents. */
  Path contents() {
    return bucket().resolve("contents");
  }

  /** The file of a content; one that does not exist where the bucket lacks it. */
  Path object(String digest) throws IOException {
    try (Stream<Path> files = Files.walk(contents())) {
      return files
          .filter(it -> it.endsWith(digest))
          .findFirst()
          .orElseGet(() -> contents().resolve(digest));
    }
  }

  /**
   * The settings of a service whose area is the bucket.
   *
   * @param port of the server or of a proxy
   */
  static String[] settings(int port, String... others) {
    String prefix = "--reprise.content.areas[0].s3.";
    List<String> settings =
        new ArrayList<>(
            List.of(
                prefix + "endpoint=http://127.0.0.1:" + port,
                prefix + "bucket=" + BUCKET,
                prefix + "path-style=true",
                prefix + "access-key=tester",
                prefix + "secret-key=" + KEY));
    settings.addAll(List.of(others));
    return settings.toArray(String[]::new);
  }

  @Override
  public void close() {
    process.close();
  }
}
