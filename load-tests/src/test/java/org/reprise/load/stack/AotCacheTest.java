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

    cache.make(flags -> exitCode(flags) == 0);

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

    cache.make(_ -> Files.exists(Files.writeString(folder.resolve("ran"), "")));

    assertThat(folder.resolve("ran")).exists();
    assertThat(cache.isMade()).isFalse();
    assertThat(cache.flags()).isEmpty();
  }

  /** A JVM that was killed while it wrote: nothing would be started from what it left, for ever. */
  @Test
  void whatAKilledProgramWroteIsNoCache() throws Exception {
    var cache = AotCache.in(folder);

    cache.make(flags -> {
      Files.writeString(Path.of(flags.getFirst().split("=", 2)[1]), "a part");
      return false;
    });

    assertThat(cache.isMade()).isFalse();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatKilledCommandsLeftGoes() throws Exception {
    var cache = AotCache.in(folder);
    var ended = new ProcessBuilder("true").start();
    ended.waitFor();
    var left = cache.file() + "." + ended.pid();
    Files.writeString(Path.of(left), "");
    Files.writeString(Path.of(left + ".config"), "");
    var other = Files.writeString(Path.of(cache.file() + ".1"), "of one that runs");

    cache.make(_ -> true);

    assertThat(folder.toFile().list()).containsExactly(other.getFileName().toString());
  }

  /** By the profiles of a start its second compiler would be busy while requests come. */
  @Test
  void aProgramThatStartsFromTheCacheLeavesItsProfilesAlone() throws Exception {
    var cache = AotCache.in(folder);

    cache.make(flags -> exitCode(flags) == 0);

    assertThat(flag("AOTReplayTraining", cache.flags())).isEqualTo("false");
    var without = cache.flags().stream().filter(it -> !it.contains("Training")).toList();
    assertThat(flag("AOTReplayTraining", without))
        .as("what the JVM does by itself")
        .isEqualTo("true");
  }

  @Test
  void programsWithOtherCompilersStartFromIt() throws Exception {
    var cache = AotCache.in(folder);
    var firstCompiler = List.of("-XX:TieredStopAtLevel=1");

    cache.make(flags -> exitCode(flags) == 0);

    var later = new ArrayList<>(cache.flags());
    later.add("-XX:AOTMode=on");
    later.addAll(firstCompiler);
    assertThat(exitCode(later)).isZero();
  }

  /** What a JVM with these flags makes of one of them. */
  private static String flag(String name, List<String> flags) throws Exception {
    var command = new ArrayList<String>();
    command.add(JavaCommand.java());
    command.addAll(flags);
    command.addAll(List.of("-XX:+PrintFlagsFinal", "-version"));
    var process = new ProcessBuilder(command).start();
    var words =
        process
            .inputReader()
            .lines()
            .toList()
            .stream() // all of it, else the JVM waits for a reader
            .map(String::strip)
            .filter(line -> line.matches("\\w+ " + name + "\\s+= .*"))
            .findFirst()
            .orElseThrow()
            .split("\\s+", -1);
    assertThat(process.waitFor()).isZero();
    return words[3];
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
