package org.reprise.kit.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SecurityPropertiesTest {
  private static final Duration TTL = Duration.ofSeconds(60);

  private static void refused(
      String username, @Nullable String password, Duration ttl, String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SecurityProperties(username, password, ttl, List.of()))
        .withMessageContaining(name);
  }

  @Test
  void refusesInvalidValuesByName() {
    refused("", "x", TTL, "reprise.security.username");
    refused("a:b", "x", TTL, "reprise.security.username");
    refused("a", "{bcrypt}", TTL, "reprise.security.password");
    refused("a", "{bcrypt}$2a$10$short", TTL, "reprise.security.password");
    for (String cost : List.of("00", "03", "32", "99")) {
      String hash = "{bcrypt}$2a$%s$%s".formatted(cost, "x".repeat(53));
      refused("a", hash, TTL, "reprise.security.password");
    }
    refused("a", "x".repeat(73), TTL, "reprise.security.password");
    refused("a", "ü".repeat(37), TTL, "reprise.security.password");
    refused("a", "x", Duration.ofSeconds(-1), "reprise.security.verification-cache-ttl");
  }

  @Test
  void blankPasswordCountsAsMissing() {
    assertThat(new SecurityProperties("a", " ", TTL, List.of()).password()).isNull();
    assertThat(new SecurityProperties("a", null, TTL, List.of()).password()).isNull();
    assertThat(new SecurityProperties("a", "ü".repeat(36), TTL, List.of()).password()).hasSize(36);
  }

  @Test
  void hidesThePasswordInLogs() {
    assertThat(new SecurityProperties("a", "secret", TTL, List.of()).toString())
        .contains("a")
        .doesNotContain("secret");
  }

  @Test
  void checksFurtherAccountsLikeTheFirst() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SecurityProperties.User("a:b", "x", Set.of()))
        .withMessageContaining("reprise.security.users");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SecurityProperties.User("a", " ", Set.of()))
        .withMessageContaining("reprise.security.users");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SecurityProperties.User("a", "{bcrypt}", Set.of()))
        .withMessageContaining("reprise.security.users");
    SecurityProperties.User user = new SecurityProperties.User("a", "secret", Set.of("reader"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SecurityProperties("a", "x", TTL, List.of(user)))
        .withMessageContaining("reprise.security.users must not have the username 'a' twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SecurityProperties("A", "x", TTL, List.of(user)))
        .withMessageContaining("reprise.security.users must not have the username 'a' twice");
    assertThat(new SecurityProperties("b", "x", TTL, List.of(user)).toString())
        .doesNotContain("secret");
  }

  @Test
  void keepsHalfOfTheProcessorsFreeWherePasswordsAreCached() {
    assertThat(ServiceSecurity.maxChecks(TTL, 1)).isOne();
    assertThat(ServiceSecurity.maxChecks(TTL, 2)).isOne();
    assertThat(ServiceSecurity.maxChecks(TTL, 8)).isEqualTo(4);
    assertThat(ServiceSecurity.maxChecks(Duration.ZERO, 1)).isOne();
    assertThat(ServiceSecurity.maxChecks(Duration.ZERO, 8)).isEqualTo(8);
  }
}
