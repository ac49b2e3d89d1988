package org.reprise.ebms.send;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Counts what is sent. The tag {@code partner} is the endpoint's host and port, for the first 100.
 */
final class SendMeters {
  private static final int MAX_PARTNERS = 100;
  private static final String PARTNER = "partner";

  private final MeterRegistry registry;
  private final MeterProvider<Counter> sent;
  private final MeterProvider<Counter> retries;
  private final MeterProvider<Counter> overflows;
  private final ConcurrentMap<String, List<PartnerQueue>> queues = new ConcurrentHashMap<>();

  SendMeters(MeterRegistry registry) {
    this.registry = registry;
    this.sent =
        Counter.builder("reprise.ebms.sent")
            .description("Messages by how their sending ended")
            .withRegistry(registry);
    this.retries = Counter.builder("reprise.ebms.send.retries").withRegistry(registry);
    this.overflows =
        Counter.builder("reprise.ebms.overflow")
            .description("Messages refused because nothing more can be sent to the partner now")
            .withRegistry(registry);
  }

  OfPartner ofPartner(URI endpoint, PartnerQueue queue) {
    String authority = endpoint.getRawAuthority();
    String partner =
        queues.containsKey(authority) || queues.size() < MAX_PARTNERS ? authority : "other";
    queues.computeIfAbsent(partner, this::newPartner).add(queue);
    return new OfPartner(partner);
  }

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
        .tag(PARTNER, partner)
        .register(registry);
    return ofPartner;
  }

  final class OfPartner {
    private final String partner;

    private OfPartner(String partner) {
      this.partner = partner;
    }

    void count(SendResult result) {
      String outcome =
          switch (result) {
            case SendResult.Delivered _ -> "delivered";
            case SendResult.Refused _ -> "refused";
            case SendResult.GivenUp _ -> "given-up";
            case SendResult.Unsent _ -> "unsent";
            case SendResult.Abandoned _ -> "abandoned";
          };
      sent.withTags(PARTNER, partner, "outcome", outcome).increment();
    }

    void retry() {
      retries.withTag(PARTNER, partner).increment();
    }

    void overflow(Overflow reason) {
      overflows
          .withTags(PARTNER, partner, "reason", reason.name().toLowerCase(Locale.ROOT))
          .increment();
    }
  }
}
