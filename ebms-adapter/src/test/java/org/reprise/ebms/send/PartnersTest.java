package org.reprise.ebms.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.Messages;
import org.reprise.ebms.Partner;

/** Partners that fail, are slow or freeze, and when messages for them are taken and sent again. */
class PartnersTest {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final MeterRegistry meters = new SimpleMeterRegistry();

  private Partners partners(Duration maxWait, Duration breakerOpen) {
    return new Partners(
        new SendSettings(
            10, LIMIT, maxWait, 1, LIMIT, LIMIT, LIMIT, LIMIT, 3, breakerOpen, 1024, Duration.ZERO),
        new AllowedHosts(List.of("*")),
        null,
        meters);
  }

  private static void send(Partners partners, URI endpoint, String action, String about) {
    String data = "<e:RefToMessageId>" + about + "</e:RefToMessageId>";
    String document = Messages.signal("c", Messages.freshId(), action, data, "", "");
    partners
        .reserve(endpoint)
        .use(
            Outgoing.signal(
                action + " " + about,
                document.getBytes(UTF_8),
                System.nanoTime() + LIMIT.toNanos(),
                result -> {}));
  }

  private static boolean isTaken(Partners partners, URI endpoint) {
    try {
      partners.reserve(endpoint).giveBack();
      return true;
    } catch (PartnerUnavailable e) {
      return false;
    }
  }

  private static String breaker(Partners partners) {
    return partners.status().getFirst().breaker();
  }

  @Test
  void refusedSignalDoesNotOccupyHalfOpenTrial() {
    AtomicBoolean isDown = new AtomicBoolean(true);
    try (Partner alpha =
            Partner.behaving((n, message) ->
                Partner.Reply.of(
                    isDown.get()
                        ? 503
                        : message.header().action().equals("Acknowledgment") ? 500 : 204));
        Partners partners = partners(LIMIT, Duration.ofMillis(500))) {
      URI endpoint = URI.create(alpha.endpoint());
      send(partners, endpoint, "Acknowledgment", "order@x");
      await().atMost(LIMIT).until(() -> !breaker(partners).equals("closed"));
      isDown.set(false);
      // Each of them finds the acknowledgment's tries before it.
      for (String ping : List.of("one@x", "two@x", "three@x")) {
        await()
            .atMost(LIMIT)
            .ignoreExceptionsInstanceOf(PartnerUnavailable.class)
            .until(() -> {
              send(partners, endpoint, "Pong", ping);
              return true;
            });
        await().atMost(LIMIT).until(() -> alpha.references().contains(ping));
      }
      await().atMost(LIMIT).until(() -> breaker(partners).equals("closed"));
    }
  }

  @Test
  void sendsAtOnceWhenOpenBreakerIsReset() {
    AtomicBoolean isDown = new AtomicBoolean(true);
    try (Partner alpha = Partner.answering(n -> isDown.get() ? 503 : 204);
        Partners partners = partners(LIMIT, Duration.ofHours(1))) {
      URI endpoint = URI.create(alpha.endpoint());
      send(partners, endpoint, "Pong", "ping@x");
      await().atMost(LIMIT).until(() -> breaker(partners).equals("open"));
      assertThat(isTaken(partners, endpoint)).isFalse();
      isDown.set(false);
      assertThat(partners.resetBreaker(endpoint).orElseThrow().breaker()).isEqualTo("closed");
      await().atMost(LIMIT).until(() -> alpha.references().contains("ping@x"));
    }
  }

  @Test
  void takesNoNewMessagesWhileOldOnesWait() {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch mayAnswer = new CountDownLatch(1);
    try (Partner slow =
            Partner.behaving((n, message) -> {
              arrived.countDown();
              awaitUninterrupted(mayAnswer);
              return Partner.Reply.of(204);
            });
        Partners partners = partners(Duration.ofMillis(100), LIMIT)) {
      URI endpoint = URI.create(slow.endpoint());
      send(partners, endpoint, "Pong", "one@x");
      awaitUninterrupted(arrived);
      send(partners, endpoint, "Pong", "two@x");
      await().atMost(LIMIT).until(() -> !isTaken(partners, endpoint));
      assertThatExceptionOfType(PartnerUnavailable.class)
          .isThrownBy(() -> partners.reserve(endpoint))
          .withMessageContaining("wait too long");
      assertThat(meters.get("reprise.ebms.overflow").tag("reason", "slow").counter().count())
          .isEqualTo(2);
      mayAnswer.countDown();
      await().atMost(LIMIT).until(() -> slow.references().equals(List.of("one@x", "two@x")));
      await().atMost(LIMIT).until(() -> isTaken(partners, endpoint));
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void resumedPartnerGetsAcceptedMessages() throws IOException {
    try (Partners partners = partners(LIMIT, Duration.ofMillis(300))) {
      int port;
      try (ServerSocket frozen = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
        port = frozen.getLocalPort();
        URI endpoint = URI.create("http://127.0.0.1:" + port + "/partner/ebms");
        send(partners, endpoint, "Pong", "ping@x");
        try (Socket connection = frozen.accept()) {
          assertThat(connection.getInputStream().read()).isEqualTo('P');
        }
      }
      try (Partner resumed = Partner.willingAt(port)) {
        await().atMost(LIMIT).until(() -> resumed.references().contains("ping@x"));
      }
    }
  }
}
