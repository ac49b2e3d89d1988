package org.reprise.localstack.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.testing.TestServer.Choice;

class TestDatabaseTest {
  @Test
  void everyDatabaseIsEmptyAndItsOwn() throws SQLException {
    Database first = TestDatabase.freshDatabase();
    Database second = TestDatabase.freshDatabase();
    assertThat(first.jdbcUrl()).isNotEqualTo(second.jdbcUrl());
    first.execute("CREATE TABLE t (id int)");
    assertThat(first.texts("SELECT to_regclass('t')").getFirst()).isEqualTo("t");
    assertThat(second.texts("SELECT coalesce(to_regclass('t')::text, 'none')").getFirst())
        .isEqualTo("none");
    assertThat(first.texts("SHOW is_superuser").getFirst()).isEqualTo("off");
    assertThat(TestDatabase.superuser().texts("SHOW is_superuser").getFirst()).isEqualTo("on");
    assertThat(first.texts("SHOW fsync").getFirst()).isEqualTo("on");
    assertThat(
            first
                .texts("SELECT string_agg(x, '' ORDER BY x) FROM unnest('{b,A,a}'::text[]) x")
                .getFirst())
        .isEqualTo("Aab");
  }

  @Test
  void startsServerThatVariableNames() {
    assertThat(choose("local")).isEqualTo(new Choice(false, true, "V=local"));
    assertThat(choose("docker")).isEqualTo(new Choice(true, true, "V=docker"));
    assertThatThrownBy(() -> choose("h2"))
        .isInstanceOf(LocalStackException.class)
        .hasMessageContaining("V is 'h2'")
        .hasMessageContaining("docker or local");
    assertThat(choose(null)).isEqualTo(new Choice(false, false, "no engine"));
    assertThat(Choice.of("V", " ", "absent.Container", Optional::empty))
        .isEqualTo(new Choice(false, false, "Testcontainers is not on the class path"));
  }

  private static Choice choose(@Nullable String forced) {
    return Choice.of("V", forced, "java.lang.String", () -> Optional.of("no engine"));
  }

  @Test
  void namesReaperImageOfTestcontainers() throws IOException {
    try (InputStream bytes =
        TestDatabaseTest.class.getResourceAsStream(
            "/org/testcontainers/utility/RyukContainer.class")) {
      assertThat(bytes).isNotNull();
      assertThat(new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1))
          .contains(DockerEngine.REAPER);
    }
  }
}
