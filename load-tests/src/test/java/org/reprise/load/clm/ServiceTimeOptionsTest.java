package org.reprise.load.clm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.stack.Target;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class ServiceTimeOptionsTest {
  private static final RunRequest LOCAL = RunRequest.local("quick");

  @Test
  void nothingIsSimulatedUnlessItIsSaid() {
    var times = typed().of(LOCAL);
    assertThat(times).isEqualTo(ServiceTimes.NONE);
    assertThat(times.isOn()).isFalse();
    assertThat(times.quantities()).isEmpty();
    assertThat(times.remarks()).isEmpty();
    assertThat(times.variables()).isEmpty();
  }

  @Test
  void whatIsSaidStandsInTheManifestAndReachesTheApplications() {
    var times =
        typed("--service-time-read=5.5s", "--service-time-proxied", "25ms", "--service-places=4")
            .of(LOCAL);
    assertThat(times.quantities())
        .isEqualTo(
            Map.of(
                "scale.serviceTimeReadSeconds", 5.5,
                "scale.serviceTimeProxiedSeconds", 0.025,
                "scale.servicePlaces", 4.0));
    assertThat(times.remarks())
        .containsExactly(
            "simulated service times of each application: reading 5.5 s, forwarding to global configurations 0.025 s;"
                + " 4 requests at once; times × the factor of think times");
    assertThat(times.variables())
        .isEqualTo(
            Map.of(
                "REPRISE_TRS_SERVICETIME_ADJUSTABLE", "true",
                "REPRISE_TRS_SERVICETIME_LONGESTWAIT", "55s"));
    assertThat(times.address(0.2))
        .isEqualTo("/service-time?readMs=1100.000&writeMs=0.000&proxiedMs=5.000&concurrency=4");
    assertThat(ServiceTimes.NONE.address(1))
        .isEqualTo("/service-time?readMs=0.000&writeMs=0.000&proxiedMs=0.000&concurrency=0");
  }

  @Test
  void eachApplicationHasThePlacesOfItsProcessorsUnlessOthersAreSaid() {
    assertThat(typed("--service-time-write=2.2s").of(LOCAL))
        .isEqualTo(new ServiceTimes(Duration.ZERO, Duration.ofMillis(2200), Duration.ZERO, 8));
  }

  @ParameterizedTest
  @CsvSource({
    "soon, no time such as 25ms",
    "25, no time such as 25ms",
    "-1ms, no time such as 25ms",
    "1e3ms, no time such as 25ms",
    "0ms, at least 1 ms",
    "0.0s, at least 1 ms",
    "0.0004ms, at least 1 ms",
    "60.1s, at most 60 s",
    "999999999s, at most 60 s",
  })
  void whatIsNoServiceTimeIsRefused(String time, String why) {
    assertThatThrownBy(() -> typed("--service-time-read=" + time))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("--service-time-read")
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource({"0", "-8", "10001"})
  void placesAreAtLeastOne(String places) {
    assertThatThrownBy(
            () -> typed("--service-time-read=1s", "--service-places=" + places).of(LOCAL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--service-places: 1 to 10,000, not ");
  }

  @Test
  void placesAloneSayNothing() {
    assertThatThrownBy(() -> typed("--service-places=8").of(LOCAL))
        .hasMessageContaining("--service-places says nothing without a service time")
        .hasMessageContaining("--service-time-read");
  }

  @Test
  void applicationsThatRunElsewhereCannotBeTold() {
    var remote =
        new RunRequest(
            "quick",
            Optional.empty(),
            1,
            1,
            List.of(),
            new Target.Remote(URI.create("http://127.0.0.1:8882/"), null, true));
    assertThat(typed().of(remote)).isEqualTo(ServiceTimes.NONE);
    assertThatThrownBy(() -> typed("--service-time-write=1s").of(remote))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--service-time-write: only applications that this command starts")
        .hasMessageContaining("--target local");
  }

  @Test
  void aRunWhoseUsersOnlyWriteTakesNothingElse() {
    assertThat(typed("--service-time-write=1s").onlyWrites(LOCAL, "no").isOn()).isTrue();
    assertThat(typed().onlyWrites(LOCAL, "no").isOn()).isFalse();
    assertThatThrownBy(() -> typed("--service-time-read=1s").onlyWrites(LOCAL, "not here"))
        .hasMessage("--service-time-read: not here");
    assertThatThrownBy(() -> typed("--service-time-proxied=1s").onlyWrites(LOCAL, "not here"))
        .hasMessage("--service-time-proxied: not here");
  }

  private static ServiceTimeOptions typed(String... arguments) {
    return CommandLine.populateCommand(new ServiceTimeOptions(), arguments);
  }
}
