package org.reprise.ebms.send;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what is sent. The tag {@code partner} is host and port, for the first 100. */
final class SendMeters {
  private static final Logger LOG = LoggerFactory.getLogger(SendMeters.class);
  private static final int MAX_PARTNERS = 100;
  private static final String PARTNER = "partner";

  private final MeterRegistry registry;
  private final ConcurrentMap<String, List<PartnerQueue>> queues = new ConcurrentHashMap<>();

  SendMeters(MeterRegistry registry) {
    this.registry = registry;
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
      count("sent", "Messages by how their sending ended", "outcome", outcome);
    }

    void retry() {
      count("send.retries", "Tries after the first one");
    }

    void overflow(Overflow reason) {
      count(
          "overflow",
          "Messages refused because nothing more can be sent to the partner now",
          "reason",
          reason.name().toLowerCase(Locale.ROOT));
    }

    // Registration may fail, for example by a filter. That must not end the sending.
    private void count(String name, String description, String... tags) {
      try {
        Counter.builder("reprise.ebms." + name)
            .description(description)
            .tag(PARTNER, partner)
            .tags(tags)
            .register(registry)
            .increment();
      } catch (RuntimeException e) {
        LOG.warn("Cannot count reprise.ebms.{} of {}", name, partner, e);
      }
    }
  }
}
