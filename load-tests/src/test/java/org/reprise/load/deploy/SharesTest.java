package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharesTest {
  private static final List<String> ROLES = List.of("primary", "standby", "kafka");
  private static final Map<String, Double> USUAL = Map.of("primary", 0.3, "standby", 0.3);

  @Test
  void whatIsSaidReplacesWhatTheProfileGives() {
    assertThat(of().limited()).isEqualTo(USUAL);
    assertThat(of("primary=0.5", "kafka=1").limited())
        .isEqualTo(Map.of("primary", 0.5, "standby", 0.3, "kafka", 1.0));
    assertThat(of("standby=none").limited()).containsOnlyKeys("primary");
    assertThat(of("standby=none").cores()).containsOnlyKeys("primary", "standby", "kafka");
    assertThat(of().text()).isEqualTo("primary 0.3, standby 0.3 of a core");
    assertThat(of("primary=none", "standby=none").text()).isEqualTo("no role is limited");
  }

  @Test
  void whatCannotBeIsRefusedWithItsReason() {
    refused("db=0.3", "there is no role 'db', but primary, standby, kafka");
    refused("primary=0", "at least 0.01 of a core");
    refused("primary=-1", "at least 0.01 of a core");
    refused("primary=NaN", "at least 0.01 of a core");
    refused("primary=3", "this machine has 2 cores");
    refused("primary=much", "'much' is no number of cores, and not none");
    refused("primary", "is not ROLE=CORES or ROLE=none");
    refused("=0.3", "is not ROLE=CORES or ROLE=none");
    assertThatThrownBy(() -> of("primary=0.3", "primary=0.4")).hasMessageContaining("given twice");
  }

  private static void refused(String said, String why) {
    assertThatThrownBy(() -> of(said))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--processors " + said + ": ")
        .hasMessageContaining(why);
  }

  private static Shares of(String... said) {
    return Shares.of(ROLES, USUAL, List.of(said), 2);
  }
}
