package org.reprise.ebms.send;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.packaging.Body;
import org.reprise.ebms.security.RevocationUnknown;
import org.reprise.kit.error.DatabaseFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One try to send a message, and what follows from its end: for the message, and for the circuit
 * breaker, which counts only what says something about the partner as such.
 */
final class Transmission {
  private static final Logger LOG = LoggerFactory.getLogger(Transmission.class);

  /**
   * How often a signal is tried that the partner answers with a 500 without a SOAP fault. The
   * partner may be overloaded; or it may not know the message that is acknowledged, and never will.
   */
  static final int SIGNAL_REFUSALS = 5;

  private final URI endpoint;
  private final Outbound outbound;
  private final CircuitBreaker breaker;

  Transmission(URI endpoint, Outbound outbound, CircuitBreaker breaker) {
    this.endpoint = endpoint;
    this.outbound = outbound;
    this.breaker = breaker;
  }

  /** What a try says about the partner. */
  private enum Partner {
    WORKS,
    FAILS,
    UNKNOWN
  }

  /** How a try ended; without a result the message is tried again. */
  private record Try(Partner partner, @Nullable SendResult result) {}

  /**
   * Sends a message once. The circuit breaker has given its permission; it is informed of the
   * result, unless it has changed meanwhile: what was begun before says nothing about its trial.
   *
   * @return how the sending ended; null where the message is to be tried again
   */
  @Nullable SendResult send(Waiting waiting) {
    // Each time that the breaker is closed or half-open it has new ones.
    CircuitBreaker.Metrics metrics = breaker.getMetrics();
    Partner partner = Partner.UNKNOWN;
    try {
      Try ended = attempt(waiting);
      partner = ended.partner;
      return ended.result;
    } catch (RuntimeException | Error e) {
      waiting.noteReason("a failure of this service: " + e);
      LOG.error("The try to send {} to {} failed", waiting.message().messageId(), endpoint, e);
      return unlessAgain(waiting, false);
    } finally {
      if (breaker.getMetrics() == metrics) {
        informBreaker(partner, waiting.reason());
      }
    }
  }

  private void informBreaker(Partner partner, String reason) {
    // A slow success is one: how long an exchange may take has its own limit.
    switch (partner) {
      case WORKS -> breaker.onSuccess(0, TimeUnit.NANOSECONDS);
      case FAILS -> breaker.onError(0, TimeUnit.NANOSECONDS, new IOException(reason));
      // In half-open state the next message is the trial instead.
      case UNKNOWN -> breaker.releasePermission();
    }
  }

  // Noted after the message was read: one that was held meanwhile is not on the wire, also where
  // the process is killed now.
  private Try attempt(Waiting waiting) {
    waiting.begin();
    Body body;
    try {
      body = waiting.message().body().get().orElse(null);
    } catch (RuntimeException | Error e) {
      return unreadable(waiting, new Outbound.Unreadable(e));
    }
    try {
      if (body == null || !waiting.message().lease().begin()) {
        return new Try(Partner.UNKNOWN, new SendResult.Abandoned());
      }
    } catch (RuntimeException e) {
      waiting.noteReason("the try could not be noted: " + e.getMessage());
      return new Try(Partner.UNKNOWN, new SendResult.Unsent(waiting.reason()));
    }
    return post(waiting, body);
  }

  private Try post(Waiting waiting, Body body) {
    try {
      return answered(waiting, outbound.post(endpoint, body));
    } catch (Outbound.Unreadable e) {
      return unreadable(waiting, e);
    } catch (Outbound.NotSent e) {
      return failed(waiting, Objects.requireNonNull(e.getCause()), true);
    } catch (SSLHandshakeException e) {
      // In TLS 1.3 a partner refuses a certificate after the message was written, and reads none.
      return failed(waiting, e, true);
    } catch (IOException e) {
      return failed(waiting, e, false);
    }
  }

  private static Try unreadable(Waiting waiting, Outbound.Unreadable e) {
    waiting.noteReason(String.valueOf(e.getMessage()));
    if (DatabaseFault.among(e) == null) {
      LOG.error("{} was not sent", waiting.message().messageId(), e);
    } else {
      LOG.warn("{} was not sent: {}", waiting.message().messageId(), waiting.reason());
    }
    undo(waiting, null);
    // What is missing does not come back. All else may pass, and uses up no try.
    return new Try(
        Partner.UNKNOWN,
        e.getCause() instanceof UncheckedIOException missing
                && missing.getCause() instanceof EOFException
            ? waiting.givenUp(false)
            : new SendResult.Unsent(waiting.reason()));
  }

  private Try answered(Waiting waiting, Outbound.Answer answer) {
    int status = answer.status();
    waiting.noteReason("status " + status);
    if (status >= 200 && status < 300) {
      return new Try(Partner.WORKS, new SendResult.Delivered(answer.contentType(), answer.body()));
    }
    return switch (status) {
      // The partner, or a proxy before it, has not touched the message.
      case 429, 503 -> failed(waiting, true);
      // The partner may have it all the same.
      case 408, 502, 504 -> failed(waiting, false);
      case 500 ->
          hasNoFault(answer)
              ? failedOnMessage(waiting, answer)
              : new Try(Partner.WORKS, refused(answer));
      default -> new Try(Partner.WORKS, refused(answer));
    };
  }

  // A 500 with a SOAP fault is about the message itself (SOAP 1.1, section 6.2).
  private static boolean hasNoFault(Outbound.Answer answer) {
    return answer.body().length == 0
        || !answer.contentType().toLowerCase(Locale.ROOT).contains("xml");
  }

  private static SendResult refused(Outbound.Answer answer) {
    return new SendResult.Refused(answer.status(), answer.contentType(), answer.body());
  }

  private static Try failed(Waiting waiting, Throwable e, boolean certainlyNotReceived) {
    RevocationUnknown ours = RevocationUnknown.among(e);
    if (ours != null) {
      return notTrusted(waiting, ours);
    }
    waiting.noteReason(e.getClass().getSimpleName() + ": " + e.getMessage());
    return failed(waiting, certainlyNotReceived);
  }

  /**
   * The server's certificate can be neither trusted nor rejected now. That uses up no try of the
   * message; the breaker counts it all the same, so that not every message costs a handshake.
   */
  private static Try notTrusted(Waiting waiting, RevocationUnknown why) {
    waiting.noteReason(String.valueOf(why.getMessage()));
    undo(waiting, null);
    boolean again = waiting.message().tries() == Outgoing.Tries.UNTIL_TAKEN;
    return new Try(Partner.FAILS, again ? null : new SendResult.Unsent(waiting.reason()));
  }

  /** The connection or the partner failed, whatever the message. */
  private static Try failed(Waiting waiting, boolean certainlyNotReceived) {
    if (certainlyNotReceived) {
      undo(waiting, waiting.reason());
    }
    return new Try(Partner.FAILS, unlessAgain(waiting, certainlyNotReceived));
  }

  /** The partner answered, so it can be reached; it failed on this message and gave no reason. */
  private static Try failedOnMessage(Waiting waiting, Outbound.Answer answer) {
    SendResult result =
        waiting.message().tries() == Outgoing.Tries.UNTIL_TAKEN
                && waiting.countRefusal() >= SIGNAL_REFUSALS
            ? refused(answer)
            : unlessAgain(waiting, false);
    return new Try(Partner.UNKNOWN, result);
  }

  private static @Nullable SendResult unlessAgain(Waiting waiting, boolean certainlyNotReceived) {
    boolean again =
        switch (waiting.message().tries()) {
          case UNTIL_TAKEN -> true;
          case ONCE -> false;
          case UNLESS_UNCLEAR -> certainlyNotReceived;
        };
    return again ? null : waiting.givenUp(false);
  }

  private static void undo(Waiting waiting, @Nullable String failure) {
    try {
      waiting.message().lease().undo(failure);
    } catch (RuntimeException e) {
      // It stays noted as on the wire, which is the safe side.
      LOG.warn(
          "It was not noted that {} did not reach its partner: {}",
          waiting.message().messageId(),
          e.getMessage());
    }
  }
}
