package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folders of services that are taken apart; with a service as it is built. */
class ServiceJarIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Instant LONG_AGO = Instant.now().minus(Duration.ofDays(3));

  @TempDir private Path folder;

  /** After a rebuild a run takes the new one apart; what runs keeps its files. */
  @Test
  void aVersionStaysWhileItIsUsed() throws Exception {
    var versions = folder.resolve("versions");
    var first = ServiceJar.extracted(jar("first"), versions);
    var version = Objects.requireNonNull(first.getParent());
    var started = start(version);
    try {
      var unused = Files.createDirectories(versions.resolve("unused"));
      Files.writeString(unused.resolve("part"), "");
      setAge(unused);
      setAge(version);

      var second = ServiceJar.extracted(jar("second"), versions);

      assertThat(second.getParent()).isNotEqualTo(version);
      assertThat(second).isRegularFile();
      assertThat(first).as("a running service's").isRegularFile();
      assertThat(unused).doesNotExist();
    } finally {
      started.destroyForcibly();
      assertThat(started.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
    ServiceJar.extracted(jar("second"), versions);
    assertThat(first).as("nobody's any more").doesNotExist();
  }

  /** Two commands after one rebuild. */
  @Test
  void twoCommandsAtOnceTakeItApartOnce() throws Exception {
    var jar = jar("first");
    var versions = folder.resolve("versions");
    var both = List.of(command(jar, versions), command(jar, versions));
    for (var process : both) {
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue())
          .as(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isZero();
    }
    try (var made = Files.list(versions)) {
      assertThat(made.filter(Files::isDirectory))
          .singleElement()
          .satisfies(version -> assertThat(version.resolve("service.jar")).isRegularFile());
    }
  }

  /** A command that starts a service. */
  static final class Command {
    private Command() {}

    public static void main(String[] arguments) throws Exception {
      ServiceJar.extracted(Path.of(arguments[0]), Path.of(arguments[1]));
    }
  }

  private static Process command(Path jar, Path versions) throws IOException {
    return new ProcessBuilder(
            List.of(
                Commands.ofJdk("java"),
                "-cp",
                System.getProperty("java.class.path"),
                Command.class.getName(),
                jar.toString(),
                versions.toString()))
        .redirectErrorStream(true)
        .start();
  }

  /** A real jar of Spring Boot; what is appended is what a rebuild changes. */
  private Path jar(String content) throws IOException {
    var jar = folder.resolve("service.jar");
    var built = new Home(Path.of("..").toAbsolutePath().normalize()).serviceJar("cps-core");
    Files.copy(built, jar, StandardCopyOption.REPLACE_EXISTING);
    try (var zip = FileSystems.newFileSystem(jar)) {
      Files.writeString(zip.getPath("content"), content);
    }
    return jar;
  }

  /** Something that has the version on its command line, as a service has. */
  private static Process start(Path version) throws IOException {
    var process = new ProcessBuilder("tail", "-f", version + "/service.jar").start();
    await().atMost(LIMIT).until(() -> process.info().commandLine().isPresent());
    return process;
  }

  private static void setAge(Path version) throws IOException {
    Files.setLastModifiedTime(version, FileTime.from(LONG_AGO));
  }
}
