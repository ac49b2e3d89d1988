package org.reprise.ebms.send;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One try to send a message, and what follows from its end: for the message, and for the circuit
 * breaker, which counts only what says something about the partner as such.
 */
final class Transmission {
  private static final Logger LOG = LoggerFactory.getLogger(Transmission.class);

  /**
   * How often a signal is tried to which the partner answers by a 500 that says nothing. It may be
   * overloaded; or it does not know the message that is acknowledged, and will not tomorrow.
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

  /** How a try ended; without a settlement the message is tried again. */
  private record Result(Partner partner, @Nullable Settlement settlement) {}

  /**
   * Sends a message once. The breaker has given its permission, and is told the result in any case.
   *
   * @return how the sending ended; null where the message is to be tried again
   */
  @Nullable Settlement send(Waiting waiting) {
    long started = System.nanoTime();
    Result result;
    try {
      result =
          begin(waiting) ? post(waiting) : new Result(Partner.UNKNOWN, new Settlement.Abandoned());
    } catch (NotBegun e) {
      waiting.failed(String.valueOf(e.getMessage()));
      result = new Result(Partner.UNKNOWN, new Settlement.Unsent(waiting.reason()));
    } catch (RuntimeException | Error e) {
      LOG.error("The try to send {} to {} failed", waiting.message().messageId(), endpoint, e);
      waiting.failed("a failure of this service: " + e);
      result = new Result(Partner.UNKNOWN, unlessAgain(waiting, false));
    }
    tellBreaker(result.partner, System.nanoTime() - started, waiting.reason());
    return result.settlement;
  }

  private void tellBreaker(Partner partner, long nanos, String reason) {
    switch (partner) {
      case WORKS -> breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
      case FAILS -> breaker.onError(nanos, TimeUnit.NANOSECONDS, new IOException(reason));
      // In half-open state the trial is the next message's.
      case UNKNOWN -> breaker.releasePermission();
    }
  }

  /** It could not be noted that the message is about to be on the wire, so it is not sent. */
  private static final class NotBegun extends Exception {
    private static final long serialVersionUID = 1L;

    NotBegun(RuntimeException cause) {
      super("the try could not be noted: " + cause.getMessage(), cause);
    }
  }

  private static boolean begin(Waiting waiting) throws NotBegun {
    try {
      return waiting.message().lease().begin();
    } catch (RuntimeException e) {
      throw new NotBegun(e);
    }
  }

  private Result post(Waiting waiting) {
    waiting.begin();
    try {
      return answered(waiting, outbound.post(endpoint, waiting.message().body()));
    } catch (BodyEntity.Unreadable e) {
      LOG.error("{} was not sent to {}", waiting.message().messageId(), endpoint, e);
      waiting.failed(String.valueOf(e.getMessage()));
      undo(waiting);
      return new Result(Partner.UNKNOWN, new Settlement.Unsent(waiting.reason()));
    } catch (IOException e) {
      waiting.failed(e.getClass().getSimpleName() + ": " + e.getMessage());
      return failed(waiting, isUnconnected(e));
    }
  }

  private Result answered(Waiting waiting, Outbound.Answer answer) {
    int status = answer.status();
    waiting.failed("status " + status);
    if (status >= 200 && status < 300) {
      return new Result(
          Partner.WORKS, new Settlement.Delivered(answer.contentType(), answer.body()));
    }
    return switch (status) {
      // The partner, or a proxy before it, has not touched the message.
      case 429, 503 -> failed(waiting, true);
      // The partner may have it all the same.
      case 408, 502, 504 -> failed(waiting, false);
      case 500 ->
          saysNothing(answer)
              ? failedOnMessage(waiting, answer)
              : new Result(Partner.WORKS, refused(answer));
      default -> new Result(Partner.WORKS, refused(answer));
    };
  }

  // A 500 with a SOAP fault is about the message itself (SOAP 1.1, section 6.2).
  private static boolean saysNothing(Outbound.Answer answer) {
    return answer.body().length == 0 || !answer.contentType().contains("xml");
  }

  private static Settlement refused(Outbound.Answer answer) {
    return new Settlement.Refused(answer.status(), answer.contentType(), answer.body());
  }

  /** The connection or the partner failed, whatever the message. */
  private static Result failed(Waiting waiting, boolean certainlyNotReceived) {
    if (certainlyNotReceived) {
      undo(waiting);
    }
    return new Result(Partner.FAILS, unlessAgain(waiting, certainlyNotReceived));
  }

  /**
   * The partner answered, so it is there; it failed on this message, for a reason it does not tell.
   */
  private static Result failedOnMessage(Waiting waiting, Outbound.Answer answer) {
    Settlement settlement =
        waiting.message().tries() == Outgoing.Tries.UNTIL_TAKEN
                && waiting.refused() >= SIGNAL_REFUSALS
            ? refused(answer)
            : unlessAgain(waiting, false);
    return new Result(Partner.UNKNOWN, settlement);
  }

  private static @Nullable Settlement unlessAgain(Waiting waiting, boolean certainlyNotReceived) {
    boolean again =
        switch (waiting.message().tries()) {
          case UNTIL_TAKEN -> true;
          case ONCE -> false;
          case UNLESS_UNCLEAR -> certainlyNotReceived;
        };
    return again ? null : waiting.givenUp();
  }

  private static void undo(Waiting waiting) {
    try {
      waiting.message().lease().undo();
    } catch (RuntimeException e) {
      // It stays noted as on the wire, which is the safe side.
      LOG.warn(
          "It was not noted that {} did not reach its partner: {}",
          waiting.message().messageId(),
          e.getMessage());
    }
  }

  private static boolean isUnconnected(IOException e) {
    return e instanceof ConnectException
        || e instanceof UnknownHostException
        || e instanceof ConnectTimeoutException
        || e instanceof SSLHandshakeException;
  }
}
