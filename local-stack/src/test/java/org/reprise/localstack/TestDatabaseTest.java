package org.reprise.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TestDatabaseTest {
  @Test
  void everyDatabaseIsEmptyAndItsOwn() throws SQLException {
    Database first = TestDatabase.freshDatabase();
    Database second = TestDatabase.freshDatabase();
    assertThat(first.jdbcUrl()).isNotEqualTo(second.jdbcUrl());
    LocalPostgresTest.execute(first, "CREATE TABLE t (id int)");
    assertThat(LocalPostgresTest.ask(first, "SELECT to_regclass('t')")).isEqualTo("t");
    assertThat(LocalPostgresTest.ask(second, "SELECT coalesce(to_regclass('t')::text, 'none')"))
        .isEqualTo("none");
    assertThat(LocalPostgresTest.ask(first, "SHOW is_superuser")).isEqualTo("off");
    assertThat(LocalPostgresTest.ask(TestDatabase.superuser(), "SHOW is_superuser"))
        .isEqualTo("on");
    assertThat(LocalPostgresTest.ask(first, "SHOW fsync")).isEqualTo("on");
    assertThat(
            LocalPostgresTest.ask(
                first, "SELECT string_agg(x, '' ORDER BY x) FROM unnest('{b,A,a}'::text[]) x"))
        .isEqualTo("Aab");
  }

  @Test
  void theVariableForcesOneAndNothingElse() {
    assertThat(choose("local")).isInstanceOf(TestServerChoice.Local.class);
    assertThat(choose("docker")).isEqualTo(new TestServerChoice.Docker("V=docker", true));
    assertThatThrownBy(() -> choose("h2"))
        .isInstanceOf(LocalStackException.class)
        .hasMessageContaining("V is 'h2'")
        .hasMessageContaining("docker or local");
    assertThat(choose(null)).isEqualTo(new TestServerChoice.Local("no engine"));
    assertThat(TestServerChoice.of("V", " ", "absent.Container", Optional::empty))
        .isEqualTo(new TestServerChoice.Local("Testcontainers is not on the class path"));
  }

  private static TestServerChoice choose(@Nullable String forced) {
    return TestServerChoice.of("V", forced, "java.lang.String", () -> Optional.of("no engine"));
  }

  @Test
  void theReaperIsTheOneThatTestcontainersStarts() throws IOException {
    try (InputStream bytes =
        TestDatabaseTest.class.getResourceAsStream(
            "/org/testcontainers/utility/RyukContainer.class")) {
      assertThat(bytes).isNotNull();
      assertThat(new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1))
          .contains(DockerEngine.REAPER);
    }
  }
}
