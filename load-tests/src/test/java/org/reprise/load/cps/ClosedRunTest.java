package org.reprise.load.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ClosedRunTest {
  private final Set<String> anchors = ConcurrentHashMap.newKeySet();
  private final AtomicInteger created = new AtomicInteger();

  /** Holds anchors only: what is tested is who calls it, and how often. */
  private class Anchors implements CpsCalls {
    @Override
    public void createAnchor(String anchor) {
      created.incrementAndGet();
      if (!anchors.add(anchor)) {
        throw new IllegalStateException("twice: " + anchor);
      }
    }

    @Override
    public void createNode(String anchor) throws Exception {
      require(anchor);
    }

    @Override
    public void updateNode(String anchor) throws Exception {
      require(anchor);
    }

    @Override
    public void deleteAnchor(String anchor) {
      if (!anchors.remove(anchor)) {
        throw new IllegalStateException("not there: " + anchor);
      }
    }

    void require(String anchor) {
      if (!anchors.contains(anchor)) {
        throw new IllegalStateException("not there: " + anchor);
      }
    }
  }

  @Test
  void runsThreadsTimesCirclesAndLeavesNothing() throws Exception {
    var sample = run(new Anchors(), new LoadPhase("exact", 4, new LoadPhase.Circles(25)));

    assertThat(sample.flows()).isEqualTo(100);
    assertThat(sample.faults()).isEmpty();
    assertThat(created).hasValue(100);
    assertThat(anchors).isEmpty();
    for (var operation : CpsOperation.values()) {
      assertThat(sample.of(operation).getTotalCount()).isEqualTo(100);
    }
    assertThat(sample.flowsPerSecond()).isPositive();
  }

  @Test
  void countsInsideTheWindowOnly() throws Exception {
    var window = new LoadPhase.Window(Duration.ofMillis(200), Duration.ofMillis(200));
    var sample = run(new Anchors(), new LoadPhase("steady", 2, window));

    assertThat(sample.length()).isEqualTo(Duration.ofMillis(200));
    assertThat(sample.flows()).isPositive().isLessThan(created.get());
    assertThat(anchors).isEmpty();
  }

  @Test
  void aFailedOperationIsCountedAndItsAnchorRemoved() throws Exception {
    var failing =
        new Anchors() {
          @Override
          public void updateNode(String anchor) {
            throw new IllegalStateException("no update today");
          }
        };

    var sample = run(failing, new LoadPhase("exact", 2, new LoadPhase.Circles(3)));

    assertThat(sample.flows()).isZero();
    assertThat(sample.allErrors()).isEqualTo(6);
    assertThat(sample.errorsOf(CpsOperation.UPDATE_NODE)).isEqualTo(6);
    assertThat(sample.of(CpsOperation.CREATE_NODE).getTotalCount()).isEqualTo(6);
    assertThat(sample.faults())
        .first()
        .asString()
        .contains("6 operations failed", "no update today");
    assertThat(anchors).isEmpty();
  }

  @Test
  void aLoadThatOnlyFailsEndsEarly() throws Exception {
    var failing =
        new Anchors() {
          @Override
          public void createAnchor(String anchor) {
            throw new IllegalStateException("full");
          }
        };

    var sample = run(failing, new LoadPhase("exact", 2, new LoadPhase.Circles(1_000_000)));

    assertThat(sample.allErrors()).isBetween(100L, 110L);
  }

  @Test
  void threadsThatDoNotEndAreATimeout() {
    var never = new CountDownLatch(1);
    var hanging =
        new Anchors() {
          @Override
          public void createNode(String anchor) throws InterruptedException {
            never.await();
          }
        };
    var recorder = new PhaseRecorder(new LoadPhase("exact", 1, new LoadPhase.Circles(1)));
    var run = new ClosedRun(hanging, AnchorNames.of("a-"), Duration.ofMillis(100));

    assertThatThrownBy(() -> run.run(recorder)).isInstanceOf(TimeoutException.class);
  }

  private static PhaseSample run(CpsCalls calls, LoadPhase phase) throws Exception {
    var recorder = new PhaseRecorder(phase);
    new ClosedRun(calls, AnchorNames.of("test-"), Duration.ofSeconds(60)).run(recorder);
    return recorder.sample();
  }
}
