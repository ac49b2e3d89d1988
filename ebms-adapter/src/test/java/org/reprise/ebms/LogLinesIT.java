package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.localstack.testing.TestDatabase;

/** What a stranger writes into a message begins no line of the log. */
class LogLinesIT {
  @TempDir
  @SuppressWarnings("NullAway.Init") // by JUnit
  Path directory;

  @Test
  void strangersTextStaysInItsLine() {
    Path output = directory.resolve("output");
    try (EbmsProcess service =
        EbmsProcess.start(
            TestDatabase.freshDatabase(),
            output,
            EbmsServer.ERRORS_IN_RESPONSE,
            "--logging.level.org.reprise.ebms=info")) {
      EbmsClient client = service.client();
      client.xml("POST", "/api/v1/agreements", Cpas.named("log").synchronous().xml());
      String acknowledgment =
          "<e:Acknowledgment e:version=\"2.0\" S:mustUnderstand=\"1\"><e:Timestamp>soon&#13;\n"
              + "forged line</e:Timestamp></e:Acknowledgment></S:Header>";
      assertThat(
              client
                  .message(Messages.ping("log", "line@x").replace("</S:Header>", acknowledgment))
                  .status())
          .isEqualTo(500);
      await()
          .atMost(Duration.ofMinutes(5))
          .untilAsserted(
              () -> assertThat(Files.readString(output)).contains("Refused line@x", "forged line"));
      assertThat(output)
          .content()
          .satisfies(text ->
              assertThat(text.split("[\r\n]+"))
                  .noneMatch(line -> line.startsWith("forged"))
                  .anyMatch(line -> line.contains("Refused line@x")));
    }
  }
}
