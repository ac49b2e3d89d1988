package org.reprise.localstack.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.localstack.process.LocalStackException;

/** The ways in which root runs PostgreSQL; a build that does not run as root has none of them. */
class ServerUserTest {
  // In place of /var/cache/reprise: a test leaves nothing there.
  @TempDir static Path cache;

  @TempDir Path directory;

  @BeforeEach
  void asRoot() throws IOException {
    assumeTrue(new UnixSystem().getUid() == 0, "needs root");
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void rootIsNeverTheCurrentUser() {
    assertThat(ServerUser.detect()).isNotInstanceOf(ServerUser.Current.class);
  }

  @Test
  void nobodyServesFromADirectoryThatEverybodyMayEnter() throws Exception {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    LocalPostgres first = asNobody("kept").start();
    LocalPostgresTest.execute(first.database(), "CREATE TABLE t AS SELECT 1 AS one");
    assertThat(owner(first.pid())).isEqualTo(65534);
    try (LocalPostgres standby = first.startStandby()) {
      assertThat(LocalPostgresTest.ask(standby, "SELECT one FROM t")).isEqualTo("1");
    }
    first.close();
    // And back: a directory may meet a machine that allows namespaces.
    try (LocalPostgres again = LocalPostgres.builder().keepIn(directory.resolve("kept")).start()) {
      assertThat(LocalPostgresTest.ask(again, "SELECT one FROM t")).isEqualTo("1");
    }
  }

  @Test
  void nobodySaysWhichDirectoryHeCannotEnter() throws Exception {
    Path closed = Files.createDirectories(directory.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    PostgresBuilder builder = asNobody("closed/kept");
    assertThatThrownBy(builder::start)
        .isInstanceOf(LocalStackException.class)
        .hasMessageContaining("cannot enter")
        .hasMessageContaining(closed.toString());
  }

  private PostgresBuilder asNobody(String name) {
    return LocalPostgres.builder()
        .user(new ServerUser.UnprivilegedUser())
        .cacheDirectory(cache)
        .runDirectory(directory.resolve("run"))
        .keepIn(directory.resolve(name));
  }

  private static Object owner(long pid) throws Exception {
    return Files.getAttribute(Path.of("/proc", Long.toString(pid)), "unix:uid");
  }
}
