package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ActivityTest {
  private static final String URI = "http://gc/gc/activity/4";
  private static final String TURTLE =
      """
      @prefix auto: <http://open-services.net/ns/auto#> .
      <http://gc/gc/activity/4> auto:state auto:%s ; auto:verdict auto:%s %s.
      """;
  private static final String REFERENCES =
      "; <http://purl.org/dc/terms/references> <http://gc/gc/configuration/9> ";

  @Test
  void oneThatGoesOnHasNoBaselineYet() {
    var activity = TURTLE.formatted("inProgress", "unavailable", "");

    assertThat(GcDocument.hasEnded(URI, activity)).isFalse();
    assertThat(GcDocument.baselineOf(URI, activity)).isEmpty();
  }

  @Test
  void oneThatHasEndedTellsItsBaseline() {
    var activity = TURTLE.formatted("complete", "passed", REFERENCES);

    assertThat(GcDocument.hasEnded(URI, activity)).isTrue();
    assertThat(GcDocument.baselineOf(URI, activity)).contains("http://gc/gc/configuration/9");
  }

  @Test
  void oneThatHasFailedHasNone() {
    var activity = TURTLE.formatted("complete", "error", "");

    assertThat(GcDocument.hasEnded(URI, activity)).isTrue();
    assertThat(GcDocument.baselineOf(URI, activity)).isEmpty();
  }
}
