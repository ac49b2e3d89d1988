package org.reprise.load.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.reprise.load.measure.ResourceSeries;

class ResourceSamplerTest {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final List<String> notices = new CopyOnWriteArrayList<>();

  @Test
  void samplesAProcessThatWorks() throws Exception {
    // Counts for ever, in a shell of its own.
    var busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try (var sampler = new ResourceSampler(notices::add, 0)) {
      sampler.watch(ResourceSampler.GENERATOR, busy.toHandle());
      await()
          .atMost(LIMIT)
          .until(() -> points(sampler, ResourceSampler.GENERATOR, ResourceSeries.CPU) >= 3);

      var cpu =
          sampler.meanPercent(ResourceSampler.GENERATOR, Instant.EPOCH, Duration.ofDays(99_999));
      assertThat(cpu.orElseThrow()).isPositive();
      assertThat(points(sampler, ResourceSampler.GENERATOR, ResourceSeries.RSS)).isPositive();
    } finally {
      busy.destroyForcibly();
      assertThat(busy.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** A look that came late covers more time than the others, and weighs more. */
  @Test
  void weighsEachReadingByItsTime() {
    try (var sampler = new ResourceSampler(notices::add, 1_000_000)) {
      sampler.addCpu("role", 0, 1, 1);
      sampler.addCpu("role", 1, 10, 0);

      var all = Duration.ofSeconds(1_000_000);
      assertThat(sampler.meanPercent("role", Instant.now().minus(all), all).orElseThrow())
          .isCloseTo(10, org.assertj.core.data.Offset.offset(0.5));
    }
  }

  @Test
  void addsUpWhatAProcessUsedInAStretch() throws Exception {
    var from = Instant.now();
    var busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try (var sampler = new ResourceSampler(notices::add, 0)) {
      sampler.watch("busy", busy.toHandle());
      await().atMost(LIMIT).until(() -> points(sampler, "busy", ResourceSeries.CPU) >= 4);

      var length = Duration.between(from, Instant.now());
      var all = sampler.cpuSeconds("busy", from, length);
      assertThat(all).isPositive();
      assertThat(
              sampler.cpuSeconds("busy", from, length.dividedBy(2))
                  + sampler.cpuSeconds("busy", from.plus(length.dividedBy(2)), length.dividedBy(2)))
          .isCloseTo(all, org.assertj.core.data.Offset.offset(0.01));
      assertThat(sampler.cpuSeconds("busy", from.minusSeconds(60), Duration.ofSeconds(30)))
          .isZero();
      assertThat(sampler.cpuSeconds("nobody", from, length)).isZero();
      assertThat(sampler.peakPercent("busy", from, length, Duration.ofSeconds(1)))
          .isGreaterThanOrEqualTo(
              sampler.peakPercent("busy", from, length, Duration.ofSeconds(60)));
      assertThat(sampler.at("busy", ResourceSeries.RSS, Instant.now())).isNotEmpty();
      assertThat(sampler.at("busy", ResourceSeries.RSS, from.minusSeconds(60))).isEmpty();
    } finally {
      busy.destroyForcibly();
      assertThat(busy.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** A backend's time is nowhere between its end and its parent's wait. */
  @Test
  void countsEndedChildrenOnce() throws Exception {
    var from = Instant.now();
    var script =
        "for i in 1 2 3 4 5 6; do sh -c 'i=0; while [ $i -lt 99999 ]; do i=$((i+1)); done'; done;"
            + " sleep 60";
    var parent = new ProcessBuilder("sh", "-c", script).start();
    try (var sampler = new ResourceSampler(notices::add, 0)) {
      sampler.watch("parent", parent.toHandle());
      await()
          .atMost(LIMIT)
          .until(() ->
              parent
                  .descendants()
                  .anyMatch(it -> it.info().command().orElse("").endsWith("sleep")));
      var counted = points(sampler, "parent", ResourceSeries.CPU);
      await()
          .atMost(LIMIT)
          .until(() -> points(sampler, "parent", ResourceSeries.CPU) > counted + 1);

      var used = ProcessUsage.of(parent.toHandle()).orElseThrow().cpuSeconds();
      assertThat(sampler.cpuSeconds("parent", from, Duration.between(from, Instant.now())))
          .isLessThanOrEqualTo(used + 0.1);
    } finally {
      parent.descendants().forEach(ProcessHandle::destroy);
      parent.destroyForcibly();
      assertThat(parent.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void goesOnWhereAGaugeFailsAndWhereAProcessIsGone() throws Exception {
    var short_ = new ProcessBuilder("true").start();
    assertThat(short_.waitFor(30, TimeUnit.SECONDS)).isTrue();
    try (var sampler = new ResourceSampler(notices::add, 0)) {
      sampler.watch("gone", short_.toHandle());
      sampler.watch(
          "failing",
          ResourceSeries.HEAP,
          () -> {
            throw new IOException("not there");
          });
      sampler.watch("fine", ResourceSeries.HEAP, () -> OptionalDouble.of(3 * 1024 * 1024));
      await().atMost(LIMIT).until(() -> points(sampler, "fine", ResourceSeries.HEAP) >= 2);

      assertThat(sampler.series())
          .filteredOn(series -> !series.process().equals(ResourceSampler.OTHERS))
          .singleElement()
          .satisfies(series -> {
            assertThat(series.process()).isEqualTo("fine");
            assertThat(series.unit()).isEqualTo("MiB");
            assertThat(series.samples()).allMatch(sample -> sample.value() == 3);
          });
    }
  }

  /** A service that accepts a connection and never answers, and one whose gauge is broken. */
  @Test
  void aGaugeThatHangsHoldsUpNobody() throws Exception {
    var never = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    try (var sampler = new ResourceSampler(notices::add, 0)) {
      sampler.watch(
          "hanging",
          ResourceSeries.HEAP,
          () -> {
            try {
              never.await();
            } catch (InterruptedException e) {
              interrupted.countDown();
              throw e;
            }
            return OptionalDouble.empty();
          });
      sampler.watch(
          "broken",
          ResourceSeries.HEAP,
          () -> {
            throw new NoClassDefFoundError("Gauge");
          });
      sampler.watch("fine", ResourceSeries.HEAP, () -> OptionalDouble.of(1));
      await().atMost(LIMIT).until(() -> points(sampler, "fine", ResourceSeries.HEAP) >= 2);
      assertThat(notices).singleElement().asString().contains("broken", "NoClassDefFoundError");
      sampler.forget("hanging");
      assertThat(interrupted.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      never.countDown();
    }
  }

  @Test
  void goesOnAndSaysSoWhereAProcessCannotBeRead() {
    var real = ProcessHandle.current();
    var unreadable = new AtomicBoolean();
    var handle =
        (ProcessHandle)
            Proxy.newProxyInstance(
                ProcessHandle.class.getClassLoader(),
                new Class<?>[] {ProcessHandle.class},
                (_, method, arguments) -> {
                  if (unreadable.get()) {
                    throw new SecurityException("not yours");
                  }
                  return method.invoke(real, arguments);
                });
    try (var sampler = new ResourceSampler(notices::add, 0)) {
      sampler.watch("unreadable", handle);
      unreadable.set(true);
      await()
          .atMost(LIMIT)
          .until(() -> points(sampler, ResourceSampler.OTHERS, ResourceSeries.CPU) >= 3);
      assertThat(notices).singleElement().asString().contains("unreadable", "not yours");
    }
  }

  @Test
  void marksPhasesOnTheRunsClock() {
    try (var sampler = new ResourceSampler(notices::add, 0)) {
      sampler.mark("steady", Instant.now().plusSeconds(10), Duration.ofSeconds(5));

      assertThat(sampler.marks())
          .singleElement()
          .satisfies(phase -> {
            assertThat(phase.fromSeconds()).isBetween(9.0, 11.0);
            assertThat(phase.toSeconds() - phase.fromSeconds())
                .isEqualTo(5.0, org.assertj.core.data.Offset.offset(1e-6));
          });
    }
  }

  /** What a run begins with that goes on. */
  @Test
  void aClockThatGoesOnShowsWhatCameBefore() {
    try (var sampler = new ResourceSampler(notices::add, 1000)) {
      sampler.mark("steady", Instant.now(), Duration.ofSeconds(5));

      assertThat(sampler.seconds()).isBetween(1000.0, 1060.0);
      assertThat(sampler.marks().getFirst().fromSeconds()).isBetween(1000.0, 1060.0);
    }
  }

  private static int points(ResourceSampler sampler, String process, String metric) {
    return sampler.series().stream()
        .filter(series -> series.process().equals(process) && series.metric().equals(metric))
        .mapToInt(series -> series.samples().size())
        .sum();
  }
}
