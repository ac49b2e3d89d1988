package org.reprise.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.reprise.localstack.LocalPostgres;

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
    List<String> pids =
        Stream.concat(Stream.of(postmaster), postmaster.descendants())
            .map(process -> Long.toString(process.pid()))
            .toList();
    String command = "kill -s " + signal + " " + String.join(" ", pids);
    assertThat(new ProcessBuilder("/bin/sh", "-c", command).start().waitFor()).isZero();
  }
}
