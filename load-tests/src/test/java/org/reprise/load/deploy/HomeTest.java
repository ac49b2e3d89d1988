package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {
  @TempDir private Path folder;

  /** Also in a checkout whose folder was made by an earlier version or by hand. */
  @Test
  void whatStaysBetweenCommandsIsItsOwnersOnly() throws IOException {
    var open = Files.createDirectories(folder.resolve(".reprise/up"));
    Files.setPosixFilePermissions(
        folder.resolve(".reprise"), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    var home = new Home(folder);

    // Root's servers run as another user, who must get through, but may not look.
    var root = Files.getAttribute(folder, "unix:uid").equals(0);
    assertThat(permissions(home.state())).isEqualTo(root ? "rwx--x--x" : "rwx------");
    assertThat(permissions(home.ownState("up"))).isEqualTo("rwx------");
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
