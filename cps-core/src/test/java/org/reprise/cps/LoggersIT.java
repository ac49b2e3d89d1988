package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.localstack.testing.TestDatabase;

/** Levels of loggers: closed unless a setting exposes them, and then for administrators. */
class LoggersIT {
  @Test
  void areNotExposedByDefault() {
    assertThat(CpsServer.shared().client().get("/actuator/loggers").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({"/actuator, loggers", "/manage, levels"})
  void requiresAdminRoleWhenExposed(String basePath, String name) {
    try (CpsServer server =
        CpsServer.start(
            TestDatabase.freshDatabase(),
            "--management.endpoints.web.exposure.include=health,loggers",
            "--management.endpoints.web.base-path=" + basePath,
            "--management.endpoints.web.path-mapping.loggers=" + name,
            "--reprise.security.users[0].username=reader",
            "--reprise.security.users[0].password=a reader's password")) {
      CpsClient reader = server.client("reader", "a reader's password");
      String loggers = basePath + "/" + name;
      String one = loggers + "/org.reprise.cps";

      assertThat(server.client("", "").get(loggers).status()).isEqualTo(401);
      assertThat(reader.get("/cps/api/v2/admin/dataspaces").status()).isEqualTo(200);
      assertThat(reader.get(loggers).status()).isEqualTo(403);
      assertThat(reader.json("POST", one, "{\"configuredLevel\":\"DEBUG\"}").status())
          .isEqualTo(403);
      assertThat(server.client().json("POST", one, "{\"configuredLevel\":\"INFO\"}").status())
          .isEqualTo(204);
      assertThat(server.client().get(one).body()).contains("\"configuredLevel\":\"INFO\"");
    }
  }
}
