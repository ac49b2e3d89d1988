package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.Home;

class FailureTest {
  @TempDir private Path folder;

  private final StringWriter err = new StringWriter();

  private void explain(Home home) {
    var failure = new IOException("the disk is full", new IllegalStateException("no room"));
    assertThat(Reprise.explain(failure, home, new PrintWriter(err, true)))
        .isEqualTo(Reprise.FAILED);
    assertThat(err.toString()).startsWith("reprise: the disk is full").doesNotContain("\tat ");
  }

  @Test
  void theDetailsAreInAFile() throws Exception {
    explain(new Home(folder));

    var file = Path.of(err.toString().split("details: ")[1].strip());
    assertThat(Files.readString(file)).contains("the disk is full", "no room", "\tat ");
  }

  @Test
  void whereTheyCannotBeWrittenTheReasonsAreNamed() throws Exception {
    Files.writeString(folder.resolve(".reprise"), "a file in the folder's place");

    explain(new Home(folder));

    assertThat(err.toString()).contains("no room", "the details cannot be written: ", ".reprise");
  }
}
