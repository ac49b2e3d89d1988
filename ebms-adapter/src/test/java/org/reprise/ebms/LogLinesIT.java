package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a stranger writes into a message begins no line of the log. */
class LogLinesIT {
  @Test
  void strangersTextStaysInItsLine() {
    EbmsProcess service = EbmsProcess.shared();
    service.agree(Cpas.named("log").synchronous());
    String acknowledgment =
        "<e:Acknowledgment e:version=\"2.0\" S:mustUnderstand=\"1\"><e:Timestamp>soon&#13;\n"
            + "forged&#x85;line&#x2028;end</e:Timestamp></e:Acknowledgment></S:Header>";
    String message = Messages.ping("log", "line@x").replace("</S:Header>", acknowledgment);
    assertThat(service.client().message(message).status()).isEqualTo(500);
    await()
        .atMost(Duration.ofMinutes(30))
        .until(() -> EbmsProcess.sharedOutput().contains("Refused line@x"));
    assertThat(EbmsProcess.sharedOutput().split("[\r\n]+"))
        .noneMatch(line -> line.startsWith("forged"))
        .anyMatch(line -> line.contains("Refused line@x") && line.contains("forged line end"));
  }

  @Test
  void cutsStrangersLongText() {
    EbmsProcess service = EbmsProcess.shared();
    service.agree(Cpas.named("log-long").synchronous());
    String message = Messages.ping("log-long", "long@x").replace(Cpas.ALPHA, "7".repeat(16_000));
    assertThat(service.client().message(message).status()).isEqualTo(500);
    await()
        .atMost(Duration.ofMinutes(30))
        .until(() -> EbmsProcess.sharedOutput().contains("Refused long@x"));
    assertThat(EbmsProcess.sharedOutput().split("[\r\n]+"))
        .filteredOn(line -> line.contains("Refused long@x"))
        .allMatch(line -> line.length() < 4_000);
  }
}
