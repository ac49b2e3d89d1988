package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
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
    var services = new LocalServices(new Home(folder), Map.of());
    var port = FreePort.loopback();
    try (var process =
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
      assertThat(out.toString().lines())
          .satisfiesExactly(
              line -> assertThat(line).contains("ebms-adapter", ":" + port + "/ebms"),
              line -> assertThat(line).contains("user somebody, password in " + folder),
              line -> assertThat(line).contains("DOES NOT ANSWER: "),
              line -> assertThat(line).endsWith(" a remark"),
              line ->
                  assertThat(line)
                      .containsPattern(
                          "pid %d, \\d+ MiB resident, log %s".formatted(process.pid(), folder)));
    }
  }
}
