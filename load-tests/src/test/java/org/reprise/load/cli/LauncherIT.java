package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code reprise}. */
class LauncherIT {
  private static final Path SCRIPT = Path.of("../reprise").toAbsolutePath().normalize();

  @TempDir private Path folder;

  private record Ended(int code, String output) {}

  @Test
  void isFoundThroughLinks() throws Exception {
    var absolute = Files.createSymbolicLink(folder.resolve("reprise"), SCRIPT);
    Files.createDirectory(folder.resolve("bin"));
    var relative =
        Files.createSymbolicLink(
            folder.resolve("bin").resolve("r"), Path.of("..").resolve(absolute.getFileName()));

    assertThat(run(relative, Map.of(), "--version"))
        .satisfies(ended -> assertThat(ended.code()).as(ended.output()).isZero())
        .satisfies(ended -> assertThat(ended.output()).startsWith("reprise "));
  }

  /** What sed and other tools take for more than a character. */
  @Test
  void worksInAFolderWithSpecialCharacters() throws Exception {
    var checkout = Files.createDirectories(folder.resolve("R&D | a b\\c"));
    copyTo(checkout);

    var ended = run(checkout.resolve("reprise"), Map.of(), "--version");

    assertThat(ended.code()).as(ended.output()).isZero();
  }

  @Test
  void refusesAFolderWithAColon() throws Exception {
    var checkout = Files.createDirectories(folder.resolve("a:b"));
    copyTo(checkout);

    var ended = run(checkout.resolve("reprise"), Map.of(), "--version");

    assertThat(ended.code()).isEqualTo(Reprise.ENVIRONMENT);
    assertThat(ended.output()).contains("colon");
  }

  @Test
  void worksWithoutAHome() throws Exception {
    var ended =
        run(Path.of("/usr/bin/env"), Map.of(), "-u", "HOME", SCRIPT.toString(), "--version");

    assertThat(ended.code()).as(ended.output()).isZero();
  }

  @Test
  void resultsThatAreAFileAreAFaultOfTheEnvironment() throws Exception {
    var file = Files.writeString(folder.resolve("results"), "");

    for (var results : List.of(file, file.resolve("below"))) {
      var ended =
          run(SCRIPT, Map.of("REPRISE_RESULTS", results.toString()), "run", "cps", "--dry-run");
      assertThat(ended.code()).as(ended.output()).isEqualTo(Reprise.ENVIRONMENT);
      assertThat(ended.output()).contains(file + " is no folder");
    }
  }

  private static void copyTo(Path checkout) throws IOException {
    Files.copy(SCRIPT, checkout.resolve("reprise"), StandardCopyOption.COPY_ATTRIBUTES);
    for (var part : List.of(".mvn", "load-tests")) {
      Files.createSymbolicLink(checkout.resolve(part), SCRIPT.resolveSibling(part));
    }
  }

  private Ended run(Path script, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(script.toString());
    command.addAll(List.of(arguments));
    var output = folder.resolve("output.txt");
    var builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("REPRISE_NO_BUILD", "1");
    // A JVM that is given it says so.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(environment);
    var process = builder.start();
    try {
      assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
      return new Ended(process.exitValue(), Files.readString(output));
    } finally {
      process.destroyForcibly();
    }
  }
}
