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
    var activity = Activity.of(URI, TURTLE.formatted("inProgress", "unavailable", ""));

    assertThat(activity.ended()).isFalse();
    assertThat(activity.baseline()).isEmpty();
  }

  @Test
  void oneThatHasEndedTellsItsBaseline() {
    var activity = Activity.of(URI, TURTLE.formatted("complete", "passed", REFERENCES));

    assertThat(activity.ended()).isTrue();
    assertThat(activity.baseline()).contains("http://gc/gc/configuration/9");
  }

  @Test
  void oneThatHasFailedHasNone() {
    var activity = Activity.of(URI, TURTLE.formatted("complete", "error", ""));

    assertThat(activity.ended()).isTrue();
    assertThat(activity.baseline()).isEmpty();
  }
}
