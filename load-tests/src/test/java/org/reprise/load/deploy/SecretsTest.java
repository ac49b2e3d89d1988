package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {
  @TempDir private Path folder;

  @Test
  void aSecretIsKeptAndItsOwnersAlone() throws Exception {
    var file = folder.resolve("some.secret");

    var secret = Secrets.readOrCreate(file);

    assertThat(secret).hasSizeGreaterThanOrEqualTo(32);
    assertThat(Secrets.readOrCreate(file)).isEqualTo(secret);
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    Secrets.write(file, "another");
    assertThat(Secrets.read(file)).isEqualTo("another");
    assertThat(folder.toFile().list()).containsExactly("some.secret");
  }

  /** What a command left that was killed, or whose disk was full, while it made the file. */
  @Test
  void anEmptyFileIsNoSecret() throws Exception {
    var file = Files.createFile(folder.resolve("some.secret"));

    assertThat(Secrets.readOrCreate(file)).hasSizeGreaterThanOrEqualTo(32);
  }
}
