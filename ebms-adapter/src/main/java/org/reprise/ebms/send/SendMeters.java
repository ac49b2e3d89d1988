package org.reprise.ebms.send;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Counts what is sent. The tag {@code partner} is the endpoint's host and port, for the first 100. */
final class SendMeters {
  private static final int MOST_PARTNERS = 100;

  private final MeterRegistry registry;
  private final Set<String> partners = ConcurrentHashMap.newKeySet();

  SendMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  OfPartner ofPartner(URI endpoint, PartnerQueue queue) {
    String authority = endpoint.getRawAuthority();
    boolean known = partners.contains(authority);
    if (!known && partners.size() < MOST_PARTNERS) {
      partners.add(authority);
      known = true;
    }
    String partner = known ? authority : "other";
    if (known) {
      Gauge.builder("reprise.ebms.queue", queue, PartnerQueue::held)
          .description("Messages waiting for a partner or on their way to it")
          .tag("partner", partner)
          .tag("path", endpoint.getRawPath())
          .register(registry);
    }
    return new OfPartner(
        sent(partner, "delivered"),
        sent(partner, "refused"),
        sent(partner, "given-up"),
        sent(partner, "lost"),
        Counter.builder("reprise.ebms.send.retries").tag("partner", partner).register(registry),
        Counter.builder("reprise.ebms.overflow")
            .description("Messages refused because a partner's queue was full or its breaker open")
            .tag("partner", partner)
            .register(registry));
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
      Counter lost,
      Counter retries,
      Counter overflows) {
    void settled(Settlement settlement) {
      switch (settlement) {
        case Settlement.Delivered one -> delivered.increment();
        case Settlement.Refused one -> refused.increment();
        case Settlement.GivenUp one -> givenUp.increment();
        case Settlement.Lost one -> lost.increment();
      }
    }

    void retry() {
      retries.increment();
    }

    void overflow() {
      overflows.increment();
    }
  }
}
