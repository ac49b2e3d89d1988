package org.reprise.load.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reprise.load.generator.InProcessRunner;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;

class InProcessCpsTest {
  private final Set<String> anchors = ConcurrentHashMap.newKeySet();
  private final AtomicInteger created = new AtomicInteger();

  /** Holds anchors only: what is tested is who calls it, and how often. */
  private class Anchors implements InProcessCps.Calls {
    @Override
    public void perform(CpsOperation operation, String anchor) throws Exception {
      var isThere =
          switch (operation) {
            case CREATE_ANCHOR -> created.incrementAndGet() > 0 && anchors.add(anchor);
            case CREATE_NODE, UPDATE_NODE -> anchors.contains(anchor);
            case DELETE_ANCHOR -> anchors.remove(anchor);
          };
      if (!isThere) {
        throw new IllegalStateException("twice, or not there: " + anchor);
      }
    }
  }

  /** The same, but for one operation that does something else. */
  private InProcessCps.Calls but(CpsOperation other, Callable<?> instead) {
    var anchors = new Anchors();
    return (operation, anchor) -> {
      if (operation == other) {
        instead.call();
      } else {
        anchors.perform(operation, anchor);
      }
    };
  }

  private static Callable<?> failing(String message) {
    return () -> {
      throw new IllegalStateException(message);
    };
  }

  @Test
  void runsThreadsTimesCirclesAndLeavesNothing() throws Exception {
    var sample = run(new Anchors(), new Shape.Circles(4, 25));

    assertThat(sample.flows()).isEqualTo(100);
    assertThat(sample.faults()).isEmpty();
    assertThat(created).hasValue(100);
    assertThat(anchors).isEmpty();
    for (var operation : CpsOperation.values()) {
      assertThat(sample.of(operation.id()).getTotalCount()).isEqualTo(100);
    }
    assertThat(sample.flowsPerSecond()).isPositive();
  }

  @Test
  void countsInsideTheWindowOnly() throws Exception {
    var window = new Shape.Window(2, Duration.ofMillis(200), Duration.ofMillis(200));
    var sample = run(new Anchors(), window);

    assertThat(sample.length()).isEqualTo(Duration.ofMillis(200));
    assertThat(sample.flows()).isPositive().isLessThan(created.get());
    assertThat(anchors).isEmpty();
  }

  @Test
  void aFailedOperationIsCountedAndItsAnchorRemoved() throws Exception {
    var failing = but(CpsOperation.UPDATE_NODE, failing("no update today"));

    var sample = run(failing, new Shape.Circles(2, 3));

    assertThat(sample.flows()).isZero();
    assertThat(sample.allErrors()).isEqualTo(6);
    assertThat(sample.errorsOf("update-node")).isEqualTo(6);
    assertThat(sample.of("create-node").getTotalCount()).isEqualTo(6);
    assertThat(sample.faults())
        .first()
        .asString()
        .contains("6 operations failed", "no update today");
    assertThat(anchors).isEmpty();
  }

  @Test
  void aLoadThatOnlyFailsEndsEarly() throws Exception {
    var failing = but(CpsOperation.CREATE_ANCHOR, failing("full"));

    var sample = run(failing, new Shape.Circles(2, 1_000_000));

    assertThat(sample.allErrors()).isBetween(100L, 110L);
  }

  @Test
  void threadsThatDoNotEndAreATimeout() {
    var never = new CountDownLatch(1);
    var hanging =
        but(
            CpsOperation.CREATE_NODE,
            () -> {
              never.await();
              return true;
            });
    assertThatThrownBy(() -> run(hanging, new Shape.Circles(1, 1), Duration.ofMillis(100)))
        .isInstanceOf(IOException.class);
  }

  private static Sample run(InProcessCps.Calls calls, Shape shape) throws Exception {
    return run(calls, shape, Duration.ofSeconds(60));
  }

  private static Sample run(InProcessCps.Calls calls, Shape shape, Duration grace)
      throws Exception {
    try (var flow = new InProcessCps()) {
      flow.open(calls, CpsFlow.newAnchorPrefix());
      return InProcessRunner.run(new Recorder(Phase.warmUp("exact", shape)), grace, flow::once);
    }
  }
}
