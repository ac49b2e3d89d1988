package org.reprise.ebms.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A meter that cannot be registered costs no message and no room in a partner's queue. */
class BrokenMetersTest {
  private static final URI NOBODY = URI.create("http://127.0.0.1:1/ebms");
  private static final Duration HANGING = Duration.ofMinutes(2);

  private static MeterRegistry without(String meter) {
    return failing(
        meter,
        () -> {
          throw new IllegalArgumentException("no meter " + meter);
        });
  }

  private static MeterRegistry failing(String meter, Runnable failure) {
    MeterRegistry registry = new SimpleMeterRegistry();
    registry
        .config()
        .meterFilter(
            new MeterFilter() {
              @Override
              public Meter.Id map(Meter.Id id) {
                if (id.getName().equals(meter)) {
                  failure.run();
                }
                return id;
              }
            });
    return registry;
  }

  private static SendSettings oneMessageAtATime() {
    return new SendSettings(
        1,
        Duration.ZERO,
        Duration.ofSeconds(5),
        1,
        Duration.ofSeconds(5),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        100,
        Duration.ofSeconds(1),
        1024,
        Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reprise.ebms.sent", "reprise.ebms.send.retries"})
  void givesRoomBackAndReportsResult(String meter) throws Exception {
    CompletableFuture<SendResult> result = new CompletableFuture<>();
    try (Partners partners =
        new Partners(oneMessageAtATime(), new AllowedHosts(List.of("*")), null, without(meter))) {
      long giveUpAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
      partners
          .reserve(NOBODY)
          .use(Outgoing.signal("signal", new byte[1], giveUpAt, result::complete));
      await().atMost(HANGING).until(result::isDone);
      assertThat(result.get()).isInstanceOf(SendResult.GivenUp.class);
      await().atMost(HANGING).until(() -> partners.tryReserve(NOBODY).isPresent());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reprise.ebms.sent", "reprise.ebms.send.retries"})
  void goesOnAfterErrors(String meter) throws Exception {
    MeterRegistry registry =
        failing(
            meter,
            () -> {
              throw new LinkageError("no meter " + meter);
            });
    try (Partners partners =
        new Partners(oneMessageAtATime(), new AllowedHosts(List.of("*")), null, registry)) {
      for (int i = 0; i < 10; i++) {
        CompletableFuture<SendResult> result = new CompletableFuture<>();
        await()
            .dontCatchUncaughtExceptions()
            .atMost(HANGING)
            .until(() -> partners.rooms().getOrDefault(NOBODY, 1) == 1);
        long giveUpAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
        partners
            .tryReserve(NOBODY)
            .orElseThrow()
            .use(Outgoing.signal("signal", new byte[1], giveUpAt, result::complete));
        await().dontCatchUncaughtExceptions().atMost(HANGING).until(result::isDone);
      }
    }
  }

  @Test
  void refusesMessageForFullQueue() throws Exception {
    try (Partners partners =
        new Partners(
            oneMessageAtATime(),
            new AllowedHosts(List.of("*")),
            null,
            without("reprise.ebms.overflow"))) {
      Partners.Room room = partners.reserve(NOBODY);
      assertThatExceptionOfType(PartnerUnavailable.class)
          .isThrownBy(() -> partners.reserve(NOBODY));
      room.giveBack();
    }
  }
}
