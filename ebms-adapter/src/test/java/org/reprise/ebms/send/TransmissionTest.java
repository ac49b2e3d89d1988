package org.reprise.ebms.send;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.ssl.SSLContexts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.packaging.Body;

/** A message that may be sent only once is tried again only where the partner cannot have it. */
@Timeout(3600)
class TransmissionTest {
  private static final Duration LONG = Duration.ofMinutes(30);
  private static final Supplier<Optional<Body>> BODY =
      () -> Optional.of(Body.of("<soap:Envelope/>".getBytes(US_ASCII), List.of()));

  private static @Nullable SendResult send(String endpoint) {
    return send(endpoint, BODY, Outgoing.Lease.UNSHARED, CircuitBreaker.ofDefaults("partner"));
  }

  private static @Nullable SendResult send(
      String endpoint,
      Supplier<Optional<Body>> body,
      Outgoing.Lease lease,
      CircuitBreaker breaker) {
    SendSettings settings =
        new SendSettings(
            10,
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            4,
            LONG,
            // So long the silent partner is waited for.
            Duration.ofSeconds(2),
            LONG,
            Duration.ofSeconds(60),
            8,
            Duration.ofSeconds(5),
            1024,
            Duration.ZERO);
    Outgoing once =
        new Outgoing(
            "once@localhost",
            body,
            Outgoing.Tries.UNLESS_UNCLEAR,
            System.nanoTime() + TimeUnit.MINUTES.toNanos(1),
            lease,
            result -> {});
    DefaultClientTlsStrategy tls = new DefaultClientTlsStrategy(SSLContexts.createSystemDefault());
    try (Outbound outbound = new Outbound(settings, tls)) {
      return new Transmission(URI.create(endpoint), outbound, breaker).send(new Waiting(once));
    }
  }

  /** To a partner that reads some bytes of each connection, and closes it or says nothing. */
  private static @Nullable SendResult sendToPartnerThatReads(
      int bytes, String scheme, boolean isSilent) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            try (Socket connection = server.accept()) {
              connection.getInputStream().readNBytes(bytes);
              if (isSilent) {
                // Until the other side closes the connection.
                connection.getInputStream().transferTo(OutputStream.nullOutputStream());
              }
            } catch (IOException e) {
              // The other side closed the connection.
            }
          });
      return send("%s://127.0.0.1:%d/ebms".formatted(scheme, server.getLocalPort()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Nobody listens, or there is no route.
        "http://127.0.0.1:1/ebms",
        "http://255.255.255.255:9/ebms",
        "http://224.0.0.1:9/ebms"
      })
  void triesAgainWhereNoConnectionIsMade(String endpoint) {
    assertThat(send(endpoint)).isNull();
  }

  @Test
  void notesNoTryOfHeldMessage() {
    AtomicBoolean isNoted = new AtomicBoolean();
    Outgoing.Lease lease =
        new Outgoing.Lease() {
          @Override
          public boolean isHeld() {
            return true;
          }

          @Override
          public boolean begin() {
            isNoted.set(true);
            return true;
          }
        };
    assertThat(
            send(
                "http://127.0.0.1:1/ebms",
                Optional::empty,
                lease,
                CircuitBreaker.ofDefaults("partner")))
        .isInstanceOf(SendResult.Abandoned.class);
    assertThat(isNoted).isFalse();
  }

  @Test
  void doesNotCountTryThatBeganBeforeBreakerChanged() {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("partner");
    Supplier<Optional<Body>> body =
        () -> {
          breaker.transitionToOpenState();
          breaker.transitionToHalfOpenState();
          return BODY.get();
        };
    assertThat(send("http://127.0.0.1:1/ebms", body, Outgoing.Lease.UNSHARED, breaker)).isNull();
    assertThat(breaker.getMetrics().getNumberOfBufferedCalls()).isZero();
  }

  @Test
  void triesAgainWhereTlsIsNotAgreed() throws IOException {
    assertThat(sendToPartnerThatReads(1, "https", false)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/xml", "Text/XML; charset=UTF-8"})
  void isRefusedByFault(String type) throws IOException {
    String answer =
        "HTTP/1.1 500 Fault\r\nContent-Type: %s\r\nContent-Length: 8\r\n\r\n<Fault/>"
            .formatted(type);
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            try (Socket connection = server.accept()) {
              connection.getInputStream().readNBytes(100);
              connection.getOutputStream().write(answer.getBytes(US_ASCII));
              connection.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
              // The other side closed the connection.
            }
          });
      assertThat(send("http://127.0.0.1:%d/ebms".formatted(server.getLocalPort())))
          .isInstanceOf(SendResult.Refused.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void givesUpWherePartnerMayHaveMessage(boolean isSilent) throws IOException {
    assertThat(sendToPartnerThatReads(100, "http", isSilent))
        .isInstanceOf(SendResult.GivenUp.class);
  }
}
