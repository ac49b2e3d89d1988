package org.reprise.ebms.send;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.UnusableAgreement;
import org.reprise.ebms.envelope.RefusedMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All partners to whom messages are sent, by endpoint. */
public final class Partners implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Partners.class);

  private final SendSettings settings;
  private final AllowedHosts allowedHosts;
  private final SendMeters meters;
  private final Outbound outbound;
  private final CircuitBreakerConfig breakers;
  private boolean closed;
  private final ConcurrentMap<URI, PartnerQueue> queues = new ConcurrentHashMap<>();
  // For which there is something to send, and which the settings do not allow.
  private final ConcurrentMap<URI, Instant> forbidden = new ConcurrentHashMap<>();

  /** Wired by the service; null {@code tls} means the platform's, without a certificate. */
  public Partners(
      SendSettings settings,
      AllowedHosts allowedHosts,
      @Nullable TlsSocketStrategy tls,
      MeterRegistry registry) {
    this.settings = settings;
    this.allowedHosts = allowedHosts;
    this.meters = new SendMeters(registry);
    this.outbound = new Outbound(settings, tls);
    this.breakers =
        CircuitBreakerConfig.custom()
            .slidingWindowType(SlidingWindowType.COUNT_BASED)
            .slidingWindowSize(settings.breakerCalls())
            .minimumNumberOfCalls(settings.breakerCalls())
            .failureRateThreshold(50)
            .permittedNumberOfCallsInHalfOpenState(1)
            .waitDurationInOpenState(settings.breakerOpen())
            .automaticTransitionFromOpenToHalfOpenEnabled(true)
            .build();
  }

  public SendSettings settings() {
    return settings;
  }

  /** Whether messages may be sent to an endpoint at all. */
  public boolean allow(URI endpoint) {
    return allowedHosts.allow(endpoint);
  }

  /** Says why messages for an endpoint are not sent, and which setting that is. */
  public static String whyNotAllowed(URI endpoint) {
    return "Messages may not be sent to %s (reprise.ebms.allowed-hosts).".formatted(endpoint);
  }

  /** Throws UnusableAgreement for an endpoint to which messages may not be sent. */
  public void checkAllowed(URI endpoint) {
    if (!allow(endpoint)) {
      throw new UnusableAgreement(whyNotAllowed(endpoint));
    }
  }

  /** Returns an answer's endpoint; throws RefusedMessage (503) where it is not allowed. */
  public URI replyTo(URI endpoint) {
    if (!allow(endpoint)) {
      reportNotAllowed(endpoint);
      throw RefusedMessage.later(
          "The sender's endpoint by agreement is none to which messages may be sent from here");
    }
    return endpoint;
  }

  /** Reports, once, that something waits for an endpoint that the settings do not allow. */
  public void reportNotAllowed(URI endpoint) {
    if (forbidden.putIfAbsent(endpoint, Instant.now()) == null) {
      LOG.error(
          "{} What waits for it is kept until it is too late. Correct the setting and start the"
              + " service again",
          whyNotAllowed(endpoint));
    }
  }

  /** Room for one message, to be used or given back. */
  public interface Room {
    void use(Outgoing message);

    /** There is nothing to send after all. */
    void giveBack();
  }

  /** Takes room in the queue of an endpoint; throws PartnerUnavailable if it is full. */
  public Room reserve(URI endpoint) {
    PartnerQueue queue = queue(endpoint);
    queue.reserve();
    return queue;
  }

  /** Takes room in the queue of an endpoint, where there is some at once. */
  public Optional<Room> tryReserve(URI endpoint) {
    PartnerQueue queue = queue(endpoint);
    return queue.tryReserve() ? Optional.of(queue) : Optional.empty();
  }

  /** How each endpoint is to which this instance has sent, or would send were it allowed. */
  public List<PartnerStatus> status() {
    return Stream.concat(
            queues.values().stream().map(PartnerQueue::status),
            forbidden.entrySet().stream()
                .map(entry -> PartnerStatus.notAllowed(entry.getKey(), entry.getValue())))
        .sorted(Comparator.comparing(PartnerStatus::endpoint))
        .toList();
  }

  /** Closes the circuit breaker of an endpoint; empty where nothing was sent to it. */
  Optional<PartnerStatus> resetBreaker(URI endpoint) {
    return Optional.ofNullable(queues.get(endpoint))
        .map(queue -> {
          queue.resetBreaker();
          return queue.status();
        });
  }

  /**
   * How many messages the queue of each endpoint can take to which this instance has sent: none
   * while its breaker is open. The caller may change the map.
   */
  public Map<URI, Integer> rooms() {
    Map<URI, Integer> rooms = new HashMap<>();
    queues.forEach((endpoint, queue) -> rooms.put(endpoint, queue.room()));
    return rooms;
  }

  private PartnerQueue queue(URI endpoint) {
    PartnerQueue known = queues.get(endpoint);
    return known != null ? known : queues.computeIfAbsent(endpoint, this::newQueue);
  }

  private PartnerQueue newQueue(URI endpoint) {
    if (!allow(endpoint)) {
      throw new IllegalArgumentException("messages to " + endpoint + " are not allowed");
    }
    CircuitBreaker breaker = CircuitBreaker.of(endpoint.toString(), breakers);
    return new PartnerQueue(endpoint, settings, outbound, breaker, meters);
  }

  /** Lets the queues run empty for a while, then ends; what is left is abandoned. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    long end = System.nanoTime() + settings.closeWithin().toNanos();
    queues.values().forEach(queue -> queue.stop(end));
    outbound.close();
  }
}
