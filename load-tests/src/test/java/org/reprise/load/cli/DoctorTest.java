package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.Home;
import org.reprise.load.ebms.EbmsSuite;
import org.reprise.localstack.process.LocalProcess;

/** {@code reprise doctor} in a checkout of its own. */
class DoctorTest {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private Path folder;

  /** Another system's service runs; who has the port is a stranger all the same. */
  @Test
  void aStrangerOnAPortIsNotTakenForAService() throws Exception {
    var up = folder.resolve(".reprise/up");
    try (var stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var ebms =
            LocalProcess.builder("ebms-adapter", List.of("sleep", "600"))
                .pidFile(up.resolve("ebms-adapter.pid"))
                .start()) {
      var port = stranger.getLocalPort();
      new LocalServices(new Home(folder), Map.of())
          .write(new EbmsSuite().service(), new LocalServices.Note(port, "reprise", "", List.of()));

      var told = doctor(Map.of("CPS_PORT", "" + port, "EBMS_PORT", "" + port));

      assertThat(told)
          .containsPattern(port + " cannot be used \\(.+\\): CPS_PORT=N ./reprise up")
          .contains(port + " is that of ebms-adapter, which runs");
      assertThat(ebms.isAlive()).isTrue();
    }
  }

  @Test
  void eachSystemsRunsAreNamedWithWhatTheyTake() throws Exception {
    assertThat(doctor(Map.of()))
        .containsPattern("run cps +--profile quick.*up to")
        .containsPattern("run lists +--profile full.*(up to|needs)");
  }

  private String doctor(Map<String, String> environment) throws IOException, InterruptedException {
    try (var command = CommandProcess.startJava(folder, environment, "doctor")) {
      // The machine may lack room for a run.
      assertThat(command.await(LIMIT)).as(command.err()).isIn(0, Reprise.ENVIRONMENT);
      assertThat(command.err()).doesNotContain("\tat ");
      return command.out();
    }
  }
}
