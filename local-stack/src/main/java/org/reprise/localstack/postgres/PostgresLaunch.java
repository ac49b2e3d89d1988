package org.reprise.localstack.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.process.LocalProcess;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.ProcessEnded;
import org.reprise.localstack.process.Waiting;

/**
 * Creates and starts servers on this machine.
 *
 * @param programs PostgreSQL's programs
 * @param user as whom they run
 * @param detached whether the server outlives the JVM
 * @param launcher what the servers, but not the programs that make them, are launched by
 */
record PostgresLaunch(
    PostgresPrograms programs, ServerUser user, boolean detached, List<String> launcher) {
  private static final Duration INITDB_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration SYNC_TIMEOUT = Duration.ofMinutes(30);
  // Long enough to replay what a killed server had not checkpointed: 2 GB, beside other programs on
  // a slow disk. A server that is stopped meanwhile begins again at its next start.
  private static final Duration READY = Duration.ofMinutes(30);
  private static final Duration ORPHANS = Duration.ofMillis(300);
  private static final int ATTEMPTS = 20;

  record Running(LocalProcess process, int port) {}

  /** Makes a database cluster in a home that has none. A kill leaves none or a whole one. */
  void create(PostgresHome home) {
    if (Files.exists(home.data())) {
      return;
    }
    Path unfinished = home.unfinishedData();
    FileTree.delete(unfinished);
    user.own(home.directory());
    initdb(home, creation(home, unfinished), INITDB_TIMEOUT);
    try {
      Files.writeString(
          unfinished.resolve("postgresql.conf"),
          "include_if_exists = '" + home.configuration().getFileName() + "'\n",
          StandardOpenOption.APPEND);
      Files.move(unfinished, home.data(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new LocalStackException("cannot make a database cluster: " + e, e);
    }
  }

  /** Writes a copied cluster to the disk, before anything relies on it. */
  void sync(PostgresHome home) {
    user.own(home.directory());
    initdb(
        home,
        List.of(programs.initdb().toString(), "--sync-only", "--pgdata=" + home.data()),
        SYNC_TIMEOUT);
  }

  private void initdb(PostgresHome home, List<String> command, Duration timeout) {
    try (LocalProcess initdb = program("initdb", command).log(home.log()).start()) {
      int exitCode = initdb.awaitEnd(timeout);
      if (exitCode != 0) {
        throw new ProcessEnded("initdb", "with exit code " + exitCode, initdb.logTail());
      }
    }
  }

  // The built-in locale sorts by code point and knows UTF-8's letters, the same on every platform.
  private List<String> creation(PostgresHome home, Path target) {
    return List.of(
        programs.initdb().toString(),
        "--pgdata=" + target,
        "--username=" + LocalPostgres.USERNAME,
        "--pwfile=" + home.passwordFile(),
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        home.temporary() ? "--no-sync" : "--sync-method=fsync");
  }

  /**
   * Starts the server of a home, on the given port or on one that the home chooses, and waits until
   * it serves.
   */
  Running start(String name, PostgresHome home, String configuration, OptionalInt requestedPort) {
    for (int attempt = 1; ; attempt++) {
      int port = requestedPort.orElseGet(home::choosePort);
      try {
        return new Running(launch(name, home, configuration, port), port);
      } catch (ProcessEnded ended) {
        if (attempt == ATTEMPTS || !mayPass(ended.logTail(), requestedPort.isPresent())) {
          throw ended;
        }
      }
    }
  }

  private LocalProcess launch(String name, PostgresHome home, String configuration, int port) {
    try {
      Files.writeString(home.configuration(), configuration + "port = " + port + "\n");
      home.rememberPort(port);
    } catch (IOException e) {
      throw new LocalStackException("cannot write " + home.configuration() + ": " + e, e);
    }
    user.own(home.directory());
    LocalProcess process =
        program(name, List.of(programs.postgres().toString(), "-D", home.data().toString()))
            .launchedBy(launcher)
            .log(home.log())
            .pidFile(home.pidFile())
            .stopSignal(home.stopSignal())
            .detached(detached)
            .temporary(home.temporary())
            .start();
    awaitServing(process, home);
    return process;
  }

  private static void awaitServing(LocalProcess process, PostgresHome home) {
    try {
      process.awaitReady(
          () ->
              PostmasterFile.read(home.data())
                  .filter(file -> file.pid() == process.pid())
                  .filter(PostmasterFile::ready)
                  .isPresent(),
          READY);
    } catch (LocalStackException e) {
      if (process.isAlive() || !home.temporary()) {
        process.close(); // a kept server that does not start has not died
      }
      throw e;
    }
  }

  private LocalProcess.Builder program(String name, List<String> command) {
    return LocalProcess.builder(name, user.command(command))
        .cleanEnvironment()
        .environment(Map.of("LC_ALL", "C"));
  }

  /** Returns whether another port, or the end of orphaned backends, may let it succeed. */
  private static boolean mayPass(String log, boolean portIsFixed) {
    if (log.contains("is still in use")) {
      return !Waiting.until(ORPHANS, () -> false);
    }
    return !portIsFixed && log.contains("Address already in use");
  }
}
