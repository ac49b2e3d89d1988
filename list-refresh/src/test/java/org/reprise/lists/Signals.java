package org.reprise.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reprise.localstack.postgres.LocalPostgres;

/** Signals to PostgreSQL, as {@code kill} sends them. */
public final class Signals {
  private Signals() {}

  /** Stops all processes of a server; its connections stay open, and nothing is answered. */
  public static void stop(LocalPostgres server) throws IOException, InterruptedException {
    send("STOP", server);
  }

  /** Lets them continue. */
  public static void resume(LocalPostgres server) throws IOException, InterruptedException {
    send("CONT", server);
  }

  private static void send(String signal, LocalPostgres server)
      throws IOException, InterruptedException {
    ProcessHandle postmaster = ProcessHandle.of(server.pid()).orElseThrow();
    assertThat(kill(signal, Stream.of(postmaster))).isZero();
    // One of them may have ended by itself since they were listed.
    kill(signal, postmaster.descendants());
  }

  private static int kill(String signal, Stream<ProcessHandle> processes)
      throws IOException, InterruptedException {
    String pids =
        processes.map(process -> Long.toString(process.pid())).collect(Collectors.joining(" "));
    return new ProcessBuilder("/bin/sh", "-c", "kill -s " + signal + " " + pids).start().waitFor();
  }
}
