package org.reprise.ebms.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsServer;
import org.reprise.ebms.Messages;
import org.reprise.ebms.Partner;
import org.reprise.ebms.instance.Instance;
import org.reprise.ebms.send.Partners;

/** A Pong is stored only where its partner does not take it at once. */
class PersistedPongsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final EbmsServer SERVER = EbmsServer.shared();

  private static void send(String id, Partner partner, Duration moment) {
    URI endpoint = URI.create(partner.endpoint());
    String reference = "<e:RefToMessageId>ping-%s</e:RefToMessageId>".formatted(id);
    new PersistedPongs(
            SERVER.part(DeliveryTable.class),
            SERVER.part(Deliveries.class),
            SERVER.part(Instance.class),
            moment)
        .send(
            id,
            endpoint,
            Messages.signal("c", id, "Pong", reference, "", "").getBytes(UTF_8),
            SERVER.part(Partners.class).reserve(endpoint));
  }

  @Test
  void storesNothingWherePartnerTakesPong() {
    SERVER.execute(
        "alter table delivery add constraint unstored check (message_id <> 'pong taken@x')");
    try (Partner alpha = Partner.willing()) {
      send("taken@x", alpha, LIMIT);
      assertThat(alpha.references()).containsExactly("ping-taken@x");
    } finally {
      SERVER.execute("alter table delivery drop constraint unstored");
    }
  }

  @Test
  void storesPongUntilPartnerTakesIt() {
    AtomicBoolean isBusy = new AtomicBoolean(true);
    String rows = "select count(*) from delivery where message_id = 'pong stored@x'";
    try (Partner alpha = Partner.answering(n -> isBusy.get() ? 503 : 204)) {
      send("stored@x", alpha, Duration.ZERO);
      assertThat(SERVER.count(rows + " and claimed_by is not null")).isOne();
      isBusy.set(false);
      await().atMost(LIMIT).until(() -> SERVER.count(rows) == 0);
      assertThat(alpha.references()).containsExactly("ping-stored@x");
    }
  }
}
