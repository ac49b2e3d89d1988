package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SecurityPropertiesTest {
  private static final Duration TTL = Duration.ofSeconds(60);

  private static void refused(
      String username, @Nullable String password, Duration ttl, String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SecurityProperties(username, password, ttl))
        .withMessageContaining(name);
  }

  @Test
  void wrongValuesAreRefusedByName() {
    refused("", "x", TTL, "reprise.security.username");
    refused("a:b", "x", TTL, "reprise.security.username");
    refused("a", "{bcrypt}", TTL, "reprise.security.password");
    refused("a", "{bcrypt}$2a$10$short", TTL, "reprise.security.password");
    refused("a", "x".repeat(73), TTL, "reprise.security.password");
    refused("a", "ü".repeat(37), TTL, "reprise.security.password");
    refused("a", "x", Duration.ofSeconds(-1), "reprise.security.verification-cache-ttl");
  }

  @Test
  void aBlankPasswordIsNone() {
    assertThat(new SecurityProperties("a", " ", TTL).password()).isNull();
    assertThat(new SecurityProperties("a", null, TTL).password()).isNull();
    assertThat(new SecurityProperties("a", "ü".repeat(36), TTL).password()).hasSize(36);
  }

  @Test
  void thePasswordStaysOutOfLogs() {
    assertThat(new SecurityProperties("a", "secret", TTL).toString())
        .doesNotContain("secret")
        .contains("***");
  }
}
