package org.reprise.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalProcessTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir Path directory;

  @Test
  void failsEarlyWithTheTailOfItsLog() throws IOException {
    Path log = directory.resolve("log");
    Files.writeString(log, "from an earlier start\n");
    LocalProcess process = shell("echo cannot open the shop; exit 7").log(log).start();
    assertThatThrownBy(() -> process.awaitReady(() -> false, Duration.ofHours(1)))
        .isInstanceOf(ProcessEnded.class)
        .hasMessageContaining("exit code 7")
        .hasMessageContaining("cannot open the shop")
        .hasMessageNotContaining("earlier");
  }

  @Test
  void tellsWhatItSaidWhenItIsNotReadyInTime() {
    try (LocalProcess process =
        shell("echo waiting; exec sleep 600").log(directory.resolve("log")).start()) {
      Await.that("the log", () -> process.logTail().contains("waiting"));
      assertThatThrownBy(() -> process.awaitReady(() -> false, Duration.ofMillis(50)))
          .hasMessageContaining("within 0.05 s")
          .hasMessageContaining("waiting");
      assertThat(process.isAlive()).isTrue();
    }
  }

  @Test
  void stopsWaitingWhenInterrupted() {
    try (LocalProcess process = shell("exec sleep 600").start()) {
      assertThatThrownBy(() ->
              process.awaitReady(
                  () -> {
                    throw new InterruptedException();
                  },
                  LONG))
          .isInstanceOf(LocalStackException.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void isEndedWholeByAThreadThatWasInterrupted() {
    Path pidFile = directory.resolve("sleep.pid");
    LocalProcess process = shell("exec sleep 600").pidFile(pidFile).start();
    Thread.currentThread().interrupt();
    process.close();
    assertThat(Thread.interrupted()).as("the interruption is kept").isTrue();
    assertThat(process.isAlive()).isFalse();
    assertThat(pidFile).doesNotExist();
  }

  @Test
  void hasDiedWhereNobodyEndedIt() {
    Path pidFile = directory.resolve("sleep.pid");
    LocalProcess process = shell("exec sleep 600").pidFile(pidFile).start();
    assertThat(LocalProcess.hasDied(pidFile)).isFalse();
    ProcessHandle.of(process.pid()).orElseThrow().destroyForcibly();
    Await.that("its end", () -> !process.isAlive());
    assertThat(LocalProcess.hasDied(pidFile)).isTrue();
    process.close();
    assertThat(LocalProcess.hasDied(pidFile)).isFalse();
  }

  @Test
  void takesAnExceptionAsNotReadyYet() {
    Path ready = directory.resolve("ready");
    try (LocalProcess process =
        shell("echo yes > ready; exec sleep 600").directory(directory).start()) {
      process.awaitReady(() -> Files.readString(ready).startsWith("yes"), LONG);
      assertThat(ready).exists();
    }
  }

  /** Whoever calls: a measured service takes properties and a JVM takes flags from there. */
  @Test
  void passesOnlyGivenAndNeededVariablesInCleanEnvironment() throws IOException {
    Path log = directory.resolve("log");
    assertThat(System.getenv()).as("something to withhold").hasSizeGreaterThan(2);
    LocalProcess process =
        LocalProcess.builder("env", List.of("/usr/bin/env"))
            .cleanEnvironment()
            .environment(Map.of("GIVEN", "1"))
            .log(log)
            .start();
    assertThat(process.awaitEnd(LONG)).isZero();
    assertThat(Files.readAllLines(log))
        .contains("GIVEN=1", "PATH=" + System.getenv("PATH"))
        .allMatch(line ->
            line.matches("(GIVEN|PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LANG|LC_\\w+|LANGUAGE)=.*"));
  }

  /** What a service writes is nobody else's to read. */
  @Test
  void createsLogReadableByOwnerOnly() throws IOException {
    Path log = directory.resolve("logs/log");
    for (int start = 0; start < 2; start++) {
      assertThat(shell("echo hello").log(log).start().awaitEnd(LONG)).isZero();
    }
    assertThat(log).content().isEqualTo("hello\nhello\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
        .isEqualTo("rw-------");
  }

  @Test
  void endsByItsStopSignal() throws IOException {
    assumeThatInterruptIsNotIgnored();
    Path log = directory.resolve("log");
    LocalProcess process =
        shell("trap 'echo asked; exit 0' INT; echo up; while :; do sleep 0.05; done")
            .stopSignal(StopSignal.INT)
            .log(log)
            .start();
    process.awaitReady(() -> process.logTail().contains("up"), LONG);
    process.stop(LONG);
    assertThat(process.isAlive()).isFalse();
    assertThat(log).content().contains("asked");
  }

  @Test
  void isKilledAfterTheGrace() {
    Path log = directory.resolve("log");
    LocalProcess process =
        shell("trap '' TERM; echo up; while :; do sleep 0.05; done").log(log).start();
    process.awaitReady(() -> process.logTail().contains("up"), LONG);
    process.stop(Duration.ofMillis(200));
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void takesItsDescendantsWithIt() {
    Path log = directory.resolve("log");
    LocalProcess process =
        shell("sh -c 'trap \"\" TERM; echo pid $$; while :; do sleep 0.05; done' & wait")
            .log(log)
            .start();
    process.awaitReady(() -> process.logTail().startsWith("pid "), LONG);
    long grandchild = Long.parseLong(process.logTail().substring("pid ".length()).strip());
    assertThat(ProcessIdentity.of(grandchild)).isPresent();
    process.stop(Duration.ofMillis(500));
    Await.that("the grandchild's end", () -> ProcessIdentity.of(grandchild).isEmpty());
  }

  @Test
  void isFoundByItsPidFileWhileItRuns() {
    Path pidFile = directory.resolve("run/sleeper.pid");
    LocalProcess process = shell("exec sleep 600").pidFile(pidFile).start();
    LocalProcess found = LocalProcess.find(pidFile).orElseThrow();
    assertThat(found.pid()).isEqualTo(process.pid());
    found.stop(LONG);
    assertThat(process.isAlive()).isFalse();
    assertThat(LocalProcess.find(pidFile)).isEmpty();
    assertThat(pidFile).doesNotExist();
  }

  @Test
  void neverTakesAnotherProcessWithItsPidForItself() {
    Path pidFile = directory.resolve("sleeper.pid");
    try (LocalProcess stranger = shell("exec sleep 600").pidFile(pidFile).start()) {
      PidFile written = PidFile.read(pidFile).orElseThrow();
      ProcessIdentity earlier = new ProcessIdentity(stranger.pid(), "another start");
      ProcessIdentity goneOwner = new ProcessIdentity(1, "another start");
      new PidFile("earlier", earlier, goneOwner, written.signal(), false).write(pidFile);

      assertThat(LocalProcess.find(pidFile)).isEmpty();
      assertThat(Leftovers.stop(directory))
          .singleElement()
          .satisfies(leftover -> assertThat(leftover.running()).isFalse());
      assertThat(stranger.isAlive()).isTrue();
      assertThat(pidFile).doesNotExist();
    }
  }

  @Test
  void doesNothingWhereItsJvmIsKilledBeforeThePidFileIsWritten() throws Exception {
    Path made = directory.resolve("made");
    List<String> command = new ArrayList<>(LocalProcess.WAITING);
    command.addAll(List.of("touch", made.toString()));
    Process process = new ProcessBuilder(command).start();
    process.getOutputStream().close();
    assertThat(process.waitFor()).isNotZero();
    assertThat(made).doesNotExist();
  }

  @Test
  void saysWhatCannotBeStarted() {
    LocalProcess.Builder nothing =
        LocalProcess.builder("nothing", List.of("sleep")).directory(directory.resolve("nowhere"));
    assertThatThrownBy(nothing::start)
        .isInstanceOf(LocalStackException.class)
        .hasMessageContaining("nothing")
        .hasMessageContaining("nowhere");
    assertThatThrownBy(() -> LocalProcess.builder("empty", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    LocalProcess.Builder misnamed = shell("true");
    assertThatThrownBy(() -> misnamed.pidFile(directory.resolve("x.txt")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static LocalProcess.Builder shell(String script) {
    return LocalProcess.builder("test process", List.of("/bin/sh", "-c", script));
  }

  /**
   * A shell in the background (and what it starts) has SIGINT ignored; then nobody can ask by it.
   */
  private static void assumeThatInterruptIsNotIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (Files.exists(status)) {
      String ignored =
          Files.readAllLines(status).stream()
              .filter(line -> line.startsWith("SigIgn:"))
              .findFirst()
              .orElseThrow();
      long mask = Long.parseUnsignedLong(ignored.substring("SigIgn:".length()).strip(), 16);
      assumeThat(mask & 2).as("SIGINT is ignored in this process").isZero();
    }
  }
}
