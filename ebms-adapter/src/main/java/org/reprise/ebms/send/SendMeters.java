package org.reprise.ebms.send;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts what is sent. The tag {@code partner} is the endpoint's host and port, for the first 100.
 */
final class SendMeters {
  private static final int MOST_PARTNERS = 100;

  private final MeterRegistry registry;
  private final ConcurrentMap<String, List<PartnerQueue>> queues = new ConcurrentHashMap<>();

  SendMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  OfPartner ofPartner(URI endpoint, PartnerQueue queue) {
    String authority = endpoint.getRawAuthority();
    String partner =
        queues.containsKey(authority) || queues.size() < MOST_PARTNERS ? authority : "other";
    queues.computeIfAbsent(partner, this::newPartner).add(queue);
    return new OfPartner(
        sent(partner, "delivered"),
        sent(partner, "refused"),
        sent(partner, "given-up"),
        sent(partner, "unsent"),
        sent(partner, "abandoned"),
        Counter.builder("reprise.ebms.send.retries").tag("partner", partner).register(registry),
        Stream.of(Overflow.values())
            .collect(Collectors.toMap(reason -> reason, reason -> overflow(partner, reason))));
  }

  private Counter overflow(String partner, Overflow reason) {
    return Counter.builder("reprise.ebms.overflow")
        .description("Messages refused because nothing more can be sent to the partner now")
        .tag("partner", partner)
        .tag("reason", reason.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  /** Why a partner's queue takes no message. */
  enum Overflow {
    FULL,
    SLOW,
    BREAKER
  }

  private List<PartnerQueue> newPartner(String partner) {
    List<PartnerQueue> ofPartner = new CopyOnWriteArrayList<>();
    Gauge.builder(
            "reprise.ebms.queue", ofPartner, all -> all.stream().mapToInt(PartnerQueue::held).sum())
        .description("Messages waiting for a partner or on their way to it")
        .tag("partner", partner)
        .register(registry);
    return ofPartner;
  }

  private Counter sent(String partner, String outcome) {
    return Counter.builder("reprise.ebms.sent")
        .description("Messages by how their sending ended")
        .tag("partner", partner)
        .tag("outcome", outcome)
        .register(registry);
  }

  record OfPartner(
      Counter delivered,
      Counter refused,
      Counter givenUp,
      Counter unsent,
      Counter abandoned,
      Counter retries,
      Map<Overflow, Counter> overflows) {
    void count(SendResult result) {
      switch (result) {
        case SendResult.Delivered one -> delivered.increment();
        case SendResult.Refused one -> refused.increment();
        case SendResult.GivenUp one -> givenUp.increment();
        case SendResult.Unsent one -> unsent.increment();
        case SendResult.Abandoned one -> abandoned.increment();
      }
    }

    void retry() {
      retries.increment();
    }

    void overflow(Overflow reason) {
      Objects.requireNonNull(overflows.get(reason)).increment();
    }
  }
}
