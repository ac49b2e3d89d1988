package org.reprise.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.localstack.postgres.LocalPostgres;
import org.reprise.localstack.postgres.PostgresBuilder;

/** What is left when the JVM that started servers ends in various ways. */
class LeftoversTest {
  @TempDir Path directory;

  /** Starts what its arguments say, prints it, and ends as they say. */
  static final class Owner {
    private Owner() {}

    public static void main(String[] arguments) throws IOException {
      Path directory = Path.of(arguments[0]);
      boolean detached = arguments[2].equals("detached");
      start(directory, arguments[1], detached);
      System.out.flush();
      if (arguments[2].equals("exit") || detached) {
        System.exit(0);
      }
      // Until the test kills this JVM.
      System.in.read();
    }

    private static void start(Path directory, String what, boolean detached) {
      PostgresBuilder builder =
          LocalPostgres.builder().runDirectory(directory.resolve("run")).detached(detached);
      switch (what) {
        case "thrown-away" -> print(builder.start());
        case "kept" -> print(builder.keepIn(directory.resolve("kept")).start());
        case "with-standby" -> {
          LocalPostgres primary = builder.start();
          print(primary);
          print(primary.startStandby());
        }
        case "process" -> {
          LocalProcess process =
              LocalProcess.builder("sleeper", List.of("sleep", "600"))
                  .pidFile(directory.resolve("run/sleeper.pid"))
                  .detached(detached)
                  .start();
          System.out.println("pid " + process.pid());
        }
        default -> throw new IllegalArgumentException(what);
      }
    }

    private static void print(LocalPostgres server) {
      System.out.println("pid " + server.pid());
      System.out.println("directory " + server.directory());
    }
  }

  @Test
  void areEndedAndDeletedAfterTheirJvmWasKilled() throws Exception {
    ProcessIdentity server;
    ProcessIdentity sleeper;
    try (ForkedJvm first = fork("thrown-away", "wait");
        ForkedJvm second = fork("process", "wait")) {
      server = process(first);
      sleeper = process(second);
      assertThat(Leftovers.stop(directory)).as("their owners live").isEmpty();
      first.kill();
      second.kill();
    }
    assertThat(server.isAlive()).as("a killed JVM ends nothing").isTrue();
    assertThat(sleeper.isAlive()).isTrue();

    List<Leftovers.Leftover> ended = Leftovers.stop(directory);

    assertThat(ended).extracting(Leftovers.Leftover::pid).contains(server.pid(), sleeper.pid());
    assertThat(server.isAlive()).isFalse();
    assertThat(sleeper.isAlive()).isFalse();
    assertThat(directory.resolve("run")).isEmptyDirectory();
    assertThat(Leftovers.stop(directory)).isEmpty();
  }

  @Test
  void doNotStandInTheWayOfANewStartOnAKeptDirectory() throws Exception {
    ProcessIdentity killedOwners;
    try (ForkedJvm jvm = fork("kept", "wait")) {
      killedOwners = process(jvm);
      jvm.kill();
    }
    assertThat(killedOwners.isAlive()).isTrue();
    List<String> steps = new ArrayList<>();
    try (LocalPostgres again =
        LocalPostgres.builder().keepIn(directory.resolve("kept")).progress(steps::add).start()) {
      assertThat(killedOwners.isAlive()).isFalse();
      assertThat(again.isAlive()).isTrue();
      assertThat(steps).anyMatch(step -> step.contains(Long.toString(killedOwners.pid())));
    }
  }

  @Test
  void thereAreNoneWhenTheJvmEndsByItself() throws Exception {
    try (ForkedJvm jvm = fork("with-standby", "exit")) {
      List<String> pids = List.of(jvm.line("pid "), jvm.line("pid "));
      assertThat(jvm.awaitEnd()).isZero();
      for (String pid : pids) {
        assertThat(ProcessIdentity.of(Long.parseLong(pid))).isEmpty();
      }
    }
    assertThat(directory.resolve("run")).isEmptyDirectory();
  }

  @Test
  void doNotIncludeWhatWasStartedDetached() throws Exception {
    ProcessIdentity server;
    Path home;
    try (ForkedJvm jvm = fork("thrown-away", "detached")) {
      server = process(jvm);
      home = Path.of(jvm.line("directory "));
      assertThat(jvm.awaitEnd()).isZero();
    }
    assertThat(Leftovers.stop(directory)).isEmpty();
    assertThat(server.isAlive()).isTrue();
    assertThat(LocalPostgres.find(home).orElseThrow().version()).startsWith("18.");
    assertThat(Leftovers.list(directory))
        .singleElement()
        .satisfies(listed -> {
          assertThat(listed.detached()).isTrue();
          assertThat(listed.running()).isTrue();
        });

    assertThat(Leftovers.stopDetached(directory)).hasSize(1);
    assertThat(server.isAlive()).isFalse();
    assertThat(home).doesNotExist();
  }

  /** Another JVM starts a server on a kept directory while the earlier one is still ending. */
  @Test
  void doNotIncludeWhatIsStartedOnTheSameDirectoryMeanwhile() throws Exception {
    Path kept = directory.resolve("kept");
    Path file = kept.resolve("server.pid");
    ProcessIdentity owner = new ProcessIdentity(ProcessHandle.current().pid(), "another start");
    PidFile next = new PidFile("next", ProcessIdentity.ofThisJvm(), null, StopSignal.TERM, false);
    Path written = directory.resolve("next.pid");
    next.write(written);
    try (LocalProcess earlier =
        LocalProcess.builder(
                "earlier",
                List.of(
                    "/bin/sh",
                    "-c",
                    "trap 'mv \"$1\" \"$2\"; exit' TERM; echo ready; while :; do sleep 0.1; done",
                    "sh",
                    written.toString(),
                    file.toString()))
            .log(directory.resolve("log"))
            .start()) {
      earlier.awaitReady(() -> earlier.logged().contains("ready"), Duration.ofMinutes(5));
      ProcessIdentity process = ProcessIdentity.of(earlier.pid()).orElseThrow();
      new PidFile("earlier", process, owner, StopSignal.TERM, false).write(file);

      assertThat(Leftovers.stop(kept)).hasSize(1);

      assertThat(earlier.isAlive()).isFalse();
      assertThat(PidFile.read(file)).contains(next);
    }
  }

  @Test
  void includeADirectoryWhoseServerWasNotStartedYet() throws Exception {
    Path run = Files.createDirectories(directory.resolve("run"));
    ProcessIdentity gone = new ProcessIdentity(ProcessHandle.current().pid(), "another start");
    new PidFile("PostgreSQL", null, gone, StopSignal.QUIT, true).write(run.resolve("pg.pid"));
    Files.createDirectories(run.resolve("pg/data.new/base"));
    Files.writeString(run.resolve("pg/data.new/base/1"), "half");
    Files.writeString(run.resolve("foreign.pid"), "4711\n");

    assertThat(Leftovers.stop(run))
        .singleElement()
        .satisfies(l -> assertThat(l.pid()).isEqualTo(-1));
    assertThat(run.resolve("pg")).doesNotExist();
    assertThat(run.resolve("foreign.pid")).as("not written by this module").exists();
  }

  /**
   * Two containers or machines that share the folder: what lives there cannot be seen from here.
   */
  @Test
  void doNotIncludeWhatAnotherContainerOrMachineStarted() throws Exception {
    Path run = Files.createDirectories(directory.resolve("run"));
    Place here = Place.here();
    Place container = new Place(here.host(), here.boot(), "pid:[1]");
    Place machine = new Place("another", "another boot", here.processes());
    Place beforeTheBoot = new Place(here.host(), "another boot", "pid:[1]");
    reserve(run, "container", container);
    reserve(run, "machine", machine);
    reserve(run, "boot", beforeTheBoot);
    Path kept = directory.resolve("kept");
    ProcessIdentity server = new ProcessIdentity(1, "another start");
    new PidFile("PostgreSQL", server, null, StopSignal.QUIT, false, container)
        .write(kept.resolve("server.pid"));

    assertThat(Leftovers.stop(run))
        .extracting(left -> left.pidFile().getFileName().toString())
        .containsExactly("boot.pid");
    assertThat(run.resolve("container/data.new")).exists();
    assertThat(run.resolve("machine/data.new")).exists();
    assertThat(run.resolve("boot")).doesNotExist();
    assertThat(Leftovers.stopDetached(kept)).isEmpty();
    assertThat(LocalProcess.hasDied(kept.resolve("server.pid"))).isFalse();
    assertThatThrownBy(() -> LocalPostgres.builder().keepIn(kept).start())
        .isInstanceOf(LocalStackException.class)
        .hasMessageContaining("another machine or container")
        .hasMessageContaining("server.pid");
    assertThat(Leftovers.list(directory)).allMatch(Leftovers.Leftover::elsewhere).hasSize(3);
  }

  private static void reserve(Path run, String name, Place place) throws IOException {
    ProcessIdentity gone = new ProcessIdentity(ProcessHandle.current().pid(), "another start");
    new PidFile("PostgreSQL", null, gone, StopSignal.QUIT, true, place)
        .write(run.resolve(name + ".pid"));
    Files.createDirectories(run.resolve(name).resolve("data.new"));
  }

  private ForkedJvm fork(String what, String how) throws IOException {
    return ForkedJvm.run(Owner.class, directory, what, how);
  }

  private static ProcessIdentity process(ForkedJvm jvm) throws IOException {
    return ProcessIdentity.of(Long.parseLong(jvm.line("pid "))).orElseThrow();
  }
}
