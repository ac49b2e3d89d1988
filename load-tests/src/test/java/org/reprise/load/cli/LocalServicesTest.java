package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.Home;
import org.reprise.load.ebms.EbmsSuite;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.process.LocalProcess;

/** What {@code reprise status} says of a service, without starting one. */
class LocalServicesTest {
  @TempDir private Path folder;

  @Test
  void statusNamesAccessTroubleRemarksAndLog() throws Exception {
    var port = FreePort.loopback();
    assertThat(status(port).lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("ebms-adapter", ":" + port + "/ebms"),
            line -> assertThat(line).contains("user somebody, password in " + folder),
            line -> assertThat(line).contains("DOES NOT ANSWER: "),
            line -> assertThat(line).endsWith(" a remark"),
            line -> assertThat(line).containsPattern("pid \\d+, \\d+ MiB resident, log " + folder));
  }

  @Test
  void statusTellsASlowReadinessFromNoAnswer() throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> exchange.sendResponseHeaders(200, -1));
    // Left without an answer, as while a service's database does not answer.
    server.createContext("/actuator/health/readiness", _ -> {});
    server.start();
    try {
      assertThat(status(server.getAddress().getPort()))
          .contains(
              "NOT READY, its database or the log may say why: ", "/actuator/health/readiness")
          .doesNotContain("DOES NOT ANSWER");
    } finally {
      server.stop(0);
    }
  }

  /** What the command prints of a service at a port that is not ready. */
  private String status(int port) throws Exception {
    var services = new LocalServices(new Home(folder), Map.of());
    try (var _ =
        LocalProcess.builder("ebms-adapter", List.of("sleep", "600"))
            .pidFile(folder.resolve(".reprise/up/ebms-adapter.pid"))
            .start()) {
      services.write(
          new EbmsSuite().service(),
          new LocalServices.Note(port, "somebody", "", List.of("a remark")));

      var status = services.status().getLast();

      assertThat(status.healthy()).isFalse();
      var out = new StringWriter();
      status.print(new PrintWriter(out, true));
      return out.toString();
    }
  }
}
