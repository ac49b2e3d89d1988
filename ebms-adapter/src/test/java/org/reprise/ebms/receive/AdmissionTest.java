package org.reprise.ebms.receive;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Which requests are answered, and which are refused for having waited too long. */
class AdmissionTest {
  private long now = -5;
  private final Admission admission =
      new Admission(
          new AdmissionSettings(Duration.ofSeconds(1), Duration.ofMillis(200)), () -> now);

  private void pass(long millis) {
    now += MILLISECONDS.toNanos(millis);
  }

  @Test
  void answersBurstThatTakesOneSecond() {
    pass(10_000);
    int burst = 100;
    long arrived = now;
    for (int i = 0; i < burst; i++) {
      assertThat(admission.arrived()).isEqualTo(arrived);
    }
    for (int i = 0; i < burst; i++) {
      pass(10);
      assertThat(admission.begun(arrived).isAdmitted()).as("number %d", i).isTrue();
    }
    assertThat(admission.limit()).isEqualTo(MILLISECONDS.toNanos(1000));
  }

  @Test
  void refusesWhatWaitsLongerThanOneSecond() {
    long arrived = admission.arrived();
    admission.arrived();
    pass(1000);
    Admission.Turn inTime = admission.begun(arrived);
    assertThat(inTime.isAdmitted()).isTrue();
    assertThat(inTime.waited()).isEqualTo(MILLISECONDS.toNanos(1000));
    pass(1);
    assertThat(admission.begun(arrived).isAdmitted()).isFalse();
  }

  @Test
  void keepsQueueShortWhileManyWait() {
    admission.maxWaiting(2);
    long arrived = admission.arrived();
    admission.arrived();
    assertThat(admission.limit()).isEqualTo(MILLISECONDS.toNanos(1000));
    admission.arrived();
    assertThat(admission.limit()).isEqualTo(MILLISECONDS.toNanos(200));
    pass(201);
    assertThat(admission.begun(arrived).isAdmitted()).isFalse();
    assertThat(admission.begun(arrived).isAdmitted()).isTrue();
  }

  @Test
  void letsNobodyWaitLongWhileSomeAlwaysWait() {
    Queue<Long> waiting = new ArrayDeque<>();
    long longest = 0;
    int admitted = 0;
    // One comes every 5 ms; an answer takes 10 ms, a refusal none.
    for (int i = 0; i < 4_000; i++) {
      pass(5);
      waiting.add(admission.arrived());
      if (i % 2 == 0) {
        Admission.Turn turn = admission.begun(waiting.remove());
        while (!turn.isAdmitted()) {
          turn = admission.begun(waiting.remove());
        }
        admitted++;
        longest = i < 1_000 ? 0 : Math.max(longest, turn.waited());
      }
    }
    assertThat(admitted).as("never idle").isEqualTo(2_000);
    assertThat(longest).isLessThanOrEqualTo(MILLISECONDS.toNanos(200)).isPositive();
    assertThat(admission.limit()).isEqualTo(MILLISECONDS.toNanos(200));
    assertThat(waiting).hasSizeLessThanOrEqualTo(42);
    waiting.forEach(admission::begun);
    assertThat(admission.limit()).isEqualTo(MILLISECONDS.toNanos(1000));
    long next = admission.arrived();
    pass(999);
    assertThat(admission.begun(next).isAdmitted()).as("the overload is over").isTrue();
  }

  @Test
  void forgetsRequestsThatGetNoThread() {
    admission.arrived();
    pass(5_000);
    admission.left();
    long next = admission.arrived();
    pass(900);
    assertThat(admission.begun(next).isAdmitted()).isTrue();
  }

  @Test
  void waitsHaveDefaults() {
    AdmissionSettings settings = bind(Map.of());
    assertThat(settings.maxWait()).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.overloadWait()).isEqualTo(Duration.ofMillis(200));
  }

  @ParameterizedTest
  @CsvSource({"overload-wait, 0ms, overload-wait", "max-wait, 100ms, max-wait"})
  void namesInvalidValues(String property, String value, String message) {
    assertThatThrownBy(() -> bind(Map.of("reprise.ebms.admission." + property, value)))
        .rootCause()
        .hasMessageContaining("reprise.ebms.admission." + message);
  }

  private static AdmissionSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("reprise.ebms.admission", AdmissionSettings.class);
  }
}
