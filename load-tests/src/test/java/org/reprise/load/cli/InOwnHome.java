package org.reprise.load.cli;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests of commands need that work in a checkout of their own. */
@SuppressWarnings("NullAway.Init")
abstract class InOwnHome {
  static final String HOME = "reprise.home";

  @TempDir Path folder;

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  private @Nullable String before;

  @BeforeEach
  void inAFolderOfItsOwn() throws IOException {
    // Without any source nothing says that a run is resumed with the same code.
    Path sources = Files.createDirectories(folder.resolve("module/src"));
    Files.writeString(sources.resolve("Main.java"), "class Main {}\n");
    before = System.getProperty(HOME);
    System.setProperty(HOME, folder.toString());
  }

  @AfterEach
  void asBefore() {
    if (before == null) {
      System.clearProperty(HOME);
    } else {
      System.setProperty(HOME, before);
    }
  }
}
