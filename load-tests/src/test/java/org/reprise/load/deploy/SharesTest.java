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
    refused("db=0.3", "one of the roles primary, standby, kafka");
    refused("primary=0", "0.01 to 2 cores of this machine");
    refused("primary=-1", "0.01 to 2 cores of this machine");
    refused("primary=NaN", "0.01 to 2 cores of this machine");
    refused("primary=3", "0.01 to 2 cores of this machine");
    refused("primary=much", "a share is none, or 0.01");
    refused("primary", "not ROLE=CORES or ROLE=none");
    refused("=0.3", "not ROLE=CORES or ROLE=none");
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
