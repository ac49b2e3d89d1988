package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.Commands;
import org.reprise.load.deploy.Home;

class MachineTest {
  @TempDir private Path folder;

  /** On a file system that does not answer, for example. */
  @Test
  @Timeout(60)
  void aGitThatDoesNotAnswerIsEnded() throws Exception {
    var name = "600." + ProcessHandle.current().pid();

    var commit = Machine.answer(new Home(folder), List.of("sleep", name), Duration.ofMillis(200));

    assertThat(commit).startsWith("unknown-");
    assertThatCode(() ->
            org.awaitility.Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> ProcessHandle.current().children().noneMatch(it -> runs(it, name))))
        .doesNotThrowAnyException();
  }

  private static boolean runs(ProcessHandle process, String argument) {
    return process.info().commandLine().filter(line -> line.contains(argument)).isPresent();
  }

  @Test
  void unknownCommitsDiffer() throws Exception {
    var unknown = Machine.gitCommit(new Home(folder));
    assertThat(unknown).startsWith("unknown-");
    assertThat(Machine.gitCommit(new Home(folder))).isNotEqualTo(unknown);
  }

  @Test
  void twoStatesOfACheckoutWithChangesDiffer() throws Exception {
    var file = folder.resolve("Tracked.java");
    Files.writeString(file, "one");
    commitAll();
    var clean = Machine.gitCommit(new Home(folder));
    assertThat(clean).matches("[0-9a-f]{40}");

    Files.writeString(file, "two");
    var two = Machine.gitCommit(new Home(folder));
    assertThat(two).matches(clean + "-dirty-[0-9a-f]{40}");
    assertThat(Machine.gitCommit(new Home(folder))).isEqualTo(two);

    Files.writeString(file, "three");
    var three = Machine.gitCommit(new Home(folder));
    assertThat(three).startsWith(clean + "-dirty-").isNotEqualTo(two);

    addSource("new");
    assertThat(Machine.gitCommit(new Home(folder))).isNotEqualTo(three);
  }

  @Test
  void newSourceAloneMakesACheckoutDirty() throws Exception {
    Files.writeString(folder.resolve("Tracked.java"), "one");
    commitAll();
    var clean = Machine.gitCommit(new Home(folder));

    addSource("new");
    var added = Machine.gitCommit(new Home(folder));
    assertThat(added).matches(clean + "-dirty-[0-9a-f]{40}");
    addSource("newer");
    assertThat(Machine.gitCommit(new Home(folder))).startsWith(clean).isNotEqualTo(added);
  }

  @Test
  void failingDifferenceIsUnknown() throws Exception {
    Files.writeString(folder.resolve("Tracked.java"), "one");
    commitAll();
    assertThat(Machine.gitCommit(new Home(folder))).matches("[0-9a-f]{40}");

    var tree =
        Commands.output(folder, Duration.ofSeconds(30), List.of("git", "rev-parse", "HEAD^{tree}"))
            .strip();
    Files.delete(folder.resolve(".git/objects/" + tree.substring(0, 2) + "/" + tree.substring(2)));
    assertThat(Machine.gitCommit(new Home(folder))).startsWith("unknown-");
  }

  @Test
  void changesAfterABackslashCount() throws Exception {
    var before = folder.resolve("Before.java");
    var tracked = folder.resolve("Tracked.java");
    Files.writeString(before, "one");
    Files.writeString(tracked, "one");
    commitAll();
    Files.writeString(before, "'\\c'");
    Files.writeString(tracked, "two");
    var two = Machine.gitCommit(new Home(folder));
    Files.writeString(tracked, "three");
    assertThat(Machine.gitCommit(new Home(folder))).contains("-dirty-").isNotEqualTo(two);
  }

  @Test
  void sourcesOfAnArchiveHaveAChecksum() throws Exception {
    addSource("one");
    var one = Machine.gitCommit(new Home(folder));
    assertThat(one).startsWith("archive-").isEqualTo(Machine.gitCommit(new Home(folder)));

    Files.createDirectories(folder.resolve("module/target/src"));
    Files.writeString(folder.resolve("module/target/src/Built.java"), "built");
    assertThat(Machine.gitCommit(new Home(folder))).isEqualTo(one);

    addSource("two");
    var two = Machine.gitCommit(new Home(folder));
    assertThat(two).startsWith("archive-").isNotEqualTo(one);

    Files.writeString(folder.resolve("module/pom.xml"), "<project/>");
    assertThat(Machine.gitCommit(new Home(folder))).startsWith("archive-").isNotEqualTo(two);
  }

  private void addSource(String text) throws Exception {
    var sources = Files.createDirectories(folder.resolve("module/src"));
    Files.writeString(sources.resolve("New.java"), text);
  }

  private void commitAll() throws Exception {
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-q", "-m", "one");
  }

  private void git(String... arguments) throws Exception {
    var command = Stream.concat(Stream.of("git"), Stream.of(arguments)).toList();
    var unused = Commands.output(folder, Duration.ofSeconds(30), command);
  }
}
