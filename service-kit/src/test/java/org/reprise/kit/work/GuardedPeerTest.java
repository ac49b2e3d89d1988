package org.reprise.kit.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedPeerTest {
  private static final int CALLS = 4;
  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;
  private static final Duration BRIEF = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** A missing file is an answer; a time-out and the status 503 are failures. */
  private static GuardedPeer<CircuitOpen> peer(Duration open) {
    return new GuardedPeer<>(
        "peer",
        CALLS,
        open,
        end -> end instanceof TimeoutException || end.equals(UNAVAILABLE),
        FileNotFoundException.class::isInstance,
        CircuitOpen::new);
  }

  private static final class CircuitOpen extends Exception {
    private static final long serialVersionUID = 1;

    CircuitOpen(String lastFailure) {
      super(lastFailure);
    }
  }

  private static void fail(GuardedPeer<CircuitOpen> peer, Throwable failure) throws CircuitOpen {
    peer.begin();
    failTrial(peer, failure);
  }

  private static void failTrial(GuardedPeer<CircuitOpen> peer, Throwable failure) {
    GuardedPeer.Call<Integer, Exception> call =
        () -> {
          switch (failure) {
            case Exception e -> throw e;
            case Error e -> throw e;
            default -> throw new AssertionError(failure);
          }
        };
    assertThatThrownBy(() -> peer.end(call)).isSameAs(failure);
  }

  private static GuardedPeer<CircuitOpen> open(Duration duration) throws CircuitOpen {
    GuardedPeer<CircuitOpen> peer = peer(duration);
    for (int n = 0; n < CALLS; n++) {
      fail(peer, new TimeoutException("late " + n));
    }
    return peer;
  }

  // The circuit is half open then, and the caller has its trial.
  private static void awaitTrial(GuardedPeer<CircuitOpen> peer) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(CircuitOpen.class)
        .until(() -> {
          peer.begin();
          return true;
        });
    assertThat(peer.isOpen() || peer.isClosed()).isFalse();
  }

  @Test
  void opensWhenHalfOfCallsFailed() throws Exception {
    GuardedPeer<CircuitOpen> peer = peer(PATIENCE);
    peer.call(() -> OK);
    fail(peer, new FileNotFoundException("missing"));
    fail(peer, new TimeoutException("late"));
    assertThat(peer.isClosed()).isTrue();
    assertThat(peer.call(() -> UNAVAILABLE)).isEqualTo(UNAVAILABLE);
    assertThat(peer.isOpen()).isTrue();
    assertThatThrownBy(peer::begin).isInstanceOf(CircuitOpen.class);
  }

  @Test
  void reportsLastFailureWhileOpen() throws CircuitOpen {
    GuardedPeer<CircuitOpen> peer = open(PATIENCE);
    assertThatThrownBy(() -> peer.call(() -> OK))
        .isInstanceOf(CircuitOpen.class)
        .hasMessage("late 3");
  }

  @Test
  void staysClosedForAnswersAndForWhatSaysNothing() throws Exception {
    GuardedPeer<CircuitOpen> peer = peer(PATIENCE);
    for (int n = 0; n < CALLS; n++) {
      fail(peer, new FileNotFoundException("missing"));
      fail(peer, new IOException("reset"));
      fail(peer, new InterruptedException());
      fail(peer, new IllegalStateException());
      fail(peer, new OutOfMemoryError("no thread"));
    }
    for (int n = 0; n < CALLS / 2; n++) {
      fail(peer, new TimeoutException());
    }
    assertThat(peer.isOpen()).as("half of the last calls that count").isTrue();
  }

  @Test
  void allowsSingleTrialAndClosesAfterItsSuccess() throws Exception {
    GuardedPeer<CircuitOpen> peer = open(BRIEF);
    awaitTrial(peer);
    assertThatThrownBy(peer::begin).isInstanceOf(CircuitOpen.class);
    assertThat(peer.end(() -> OK)).isEqualTo(OK);
    assertThat(peer.isClosed()).isTrue();
  }

  @Test
  void opensAgainAfterFailedTrial() throws CircuitOpen {
    GuardedPeer<CircuitOpen> peer = open(BRIEF);
    awaitTrial(peer);
    failTrial(peer, new TimeoutException("late again"));
    assertThat(peer.isClosed()).isFalse();
    awaitTrial(peer);
  }

  @ParameterizedTest
  @ValueSource(classes = {OutOfMemoryError.class, InterruptedException.class, IOException.class})
  void allowsAnotherTrialAfterOneThatSaysNothing(Class<? extends Throwable> end) throws Exception {
    GuardedPeer<CircuitOpen> peer = open(BRIEF);
    awaitTrial(peer);
    failTrial(peer, end.getConstructor().newInstance());
    peer.begin();
    peer.cancel();
    assertThat(peer.call(() -> OK)).isEqualTo(OK);
    assertThat(peer.isClosed()).isTrue();
  }
}
