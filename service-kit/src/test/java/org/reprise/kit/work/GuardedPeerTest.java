package org.reprise.kit.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
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
        end ->
            end instanceof TimeoutException
                || end instanceof HttpTimeoutException
                || end.equals(UNAVAILABLE),
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
    end(peer, peer.begin(), failure);
  }

  private static void end(GuardedPeer<CircuitOpen> peer, long begun, Throwable failure) {
    GuardedPeer.Call<Integer, Exception> call =
        () -> {
          switch (failure) {
            case Exception e -> throw e;
            case Error e -> throw e;
            default -> throw new AssertionError(failure);
          }
        };
    assertThatThrownBy(() -> peer.end(begun, call)).isSameAs(failure);
  }

  private static GuardedPeer<CircuitOpen> open(Duration duration) throws CircuitOpen {
    GuardedPeer<CircuitOpen> peer = peer(duration);
    for (int n = 0; n < CALLS; n++) {
      fail(peer, new TimeoutException("late " + n));
    }
    return peer;
  }

  /** Returns whether two calls are allowed at once; a circuit that is half open allows one. */
  private static boolean isClosed(GuardedPeer<CircuitOpen> peer) {
    List<Long> begun = new ArrayList<>();
    try {
      begun.add(peer.begin());
      begun.add(peer.begin());
      return true;
    } catch (CircuitOpen e) {
      return false;
    } finally {
      begun.forEach(peer::cancel);
    }
  }

  // The circuit is half open then, and the caller has its trial.
  private static long awaitTrial(GuardedPeer<CircuitOpen> peer) {
    long begun =
        await()
            .atMost(PATIENCE)
            .ignoreExceptionsInstanceOf(CircuitOpen.class)
            .until(peer::begin, _ -> true);
    assertThat(peer.isOpen() || isClosed(peer)).isFalse();
    return begun;
  }

  @Test
  void opensWhenHalfOfCallsFailed() throws Exception {
    GuardedPeer<CircuitOpen> peer = peer(PATIENCE);
    peer.call(() -> OK);
    fail(peer, new FileNotFoundException("missing"));
    fail(peer, new TimeoutException("late"));
    assertThat(isClosed(peer)).isTrue();
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

  /** Reading of a virtual thread ends with any exception then. */
  @Test
  void staysClosedForInterruptedCalls() throws Exception {
    GuardedPeer<CircuitOpen> peer = peer(PATIENCE);
    for (int n = 0; n < CALLS; n++) {
      Thread.currentThread().interrupt();
      fail(peer, new TimeoutException("closed by interrupt"));
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(peer.isOpen()).isFalse();
  }

  @Test
  void staysClosedForAnswersAndUncountedExceptions() throws Exception {
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
    long trial = awaitTrial(peer);
    assertThatThrownBy(peer::begin).isInstanceOf(CircuitOpen.class);
    assertThat(peer.end(trial, () -> OK)).isEqualTo(OK);
    assertThat(isClosed(peer)).isTrue();
  }

  @Test
  void opensAgainAfterFailedTrial() throws CircuitOpen {
    GuardedPeer<CircuitOpen> peer = open(BRIEF);
    end(peer, awaitTrial(peer), new TimeoutException("late again"));
    assertThat(isClosed(peer)).isFalse();
    awaitTrial(peer);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void callsWaitForResultOfTrial(boolean isSuccess) throws Exception {
    GuardedPeer<CircuitOpen> peer = open(BRIEF);
    long trial = awaitTrial(peer);
    List<FutureTask<Integer>> results = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      FutureTask<Integer> result = new FutureTask<>(() -> peer.call(PATIENCE, true, () -> OK));
      results.add(result);
      Thread caller = Thread.ofPlatform().daemon().start(result);
      await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
    }
    assertThatThrownBy(() -> peer.call(Duration.ofMillis(1), true, () -> OK))
        .isInstanceOf(CircuitOpen.class);
    if (isSuccess) {
      assertThat(peer.end(trial, () -> OK)).isEqualTo(OK);
    } else {
      peer.cancel(trial);
    }
    for (FutureTask<Integer> result : results) {
      assertThat(result.get()).isEqualTo(OK);
    }
    assertThat(isClosed(peer)).isTrue();
  }

  @Test
  void ignoresCallsOfEarlierStateDuringTrial() throws Exception {
    GuardedPeer<CircuitOpen> peer = peer(BRIEF);
    List<Long> begun = new ArrayList<>();
    for (int n = 0; n < CALLS + 10; n++) {
      begun.add(peer.begin());
    }
    for (int n = 0; n < CALLS; n++) {
      end(peer, begun.removeLast(), new TimeoutException("late"));
    }
    long trial = awaitTrial(peer);
    for (int n = 0; n < 5; n++) {
      end(peer, begun.removeLast(), new IOException("reset"));
      assertThatThrownBy(peer::begin).isInstanceOf(CircuitOpen.class);
    }
    end(peer, begun.removeLast(), new TimeoutException("later"));
    peer.cancel(begun.removeLast());
    assertThat(peer.end(begun.removeLast(), () -> OK)).isEqualTo(OK);
    assertThat(peer.isOpen() || isClosed(peer)).as("the trial has not ended").isFalse();
    assertThatThrownBy(peer::begin).isInstanceOf(CircuitOpen.class);
    assertThat(peer.end(trial, () -> OK)).isEqualTo(OK);
    assertThat(isClosed(peer)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(classes = {OutOfMemoryError.class, InterruptedException.class, IOException.class})
  void allowsAnotherTrialAfterUncountedOne(Class<? extends Throwable> end) throws Exception {
    GuardedPeer<CircuitOpen> peer = open(BRIEF);
    end(peer, awaitTrial(peer), end.getConstructor().newInstance());
    peer.cancel(peer.begin());
    assertThat(peer.call(() -> OK)).isEqualTo(OK);
    assertThat(isClosed(peer)).isTrue();
  }

  private static void timeOut(GuardedPeer<CircuitOpen> peer, boolean isCounted) {
    assertThatThrownBy(() ->
            peer.call(
                PATIENCE,
                isCounted,
                () -> {
                  throw new HttpTimeoutException("late");
                }))
        .isInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void countsUncountedTimeoutOfTrialOnly() throws CircuitOpen {
    GuardedPeer<CircuitOpen> peer = peer(BRIEF);
    for (boolean isCounted : new boolean[] {false, true}) {
      assertThat(peer.isOpen()).isFalse();
      for (int n = 0; n < CALLS; n++) {
        timeOut(peer, isCounted);
      }
    }
    assertThat(peer.isOpen()).isTrue();
    peer.cancel(awaitTrial(peer));
    timeOut(peer, false);
    assertThat(peer.isOpen()).as("the trial").isTrue();
  }
}
