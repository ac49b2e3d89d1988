package org.reprise.load.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.AutoComplete;

/** The cache of a program's classes, with a real JVM. */
class AotCacheTest {
  private static final long LIMIT_SECONDS = 120;

  @TempDir private Path folder;

  @Test
  void aProgramStartsFromTheCacheThatAnEarlierStartMade() throws Exception {
    var cache = AotCache.in(folder);
    assertThat(cache.flags()).as("before it is made").isEmpty();

    cache.make(flags -> assertThat(exitCode(flags)).isZero());

    assertThat(cache.isMade()).isTrue();
    var required = new ArrayList<>(cache.flags());
    required.add("-XX:AOTMode=on"); // a JVM that cannot use it ends
    assertThat(exitCode(required)).isZero();
    try (var files = Files.list(folder)) {
      assertThat(files).as("no part is left").containsExactly(cache.file());
    }
  }

  @Test
  void aProgramThatWritesNoCacheLeavesNone() throws Exception {
    var cache = AotCache.in(folder);

    cache.make(flags -> Files.writeString(folder.resolve("ran"), ""));

    assertThat(folder.resolve("ran")).exists();
    assertThat(cache.isMade()).isFalse();
    assertThat(cache.flags()).isEmpty();
  }

  /** As in this test, whose classes are no jar. */
  @Test
  void aClassPathWithAFolderHasNoCache() throws Exception {
    assertThat(AotCache.ofClassPath(folder)).isEmpty();
  }

  private static int exitCode(List<String> flags) throws java.io.IOException, InterruptedException {
    var jar =
        Path.of(AutoComplete.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    var command = new ArrayList<String>();
    command.add(JavaCommand.java());
    command.addAll(flags);
    command.addAll(List.of("-cp", jar.toString(), AutoComplete.class.getName(), "--version"));
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
