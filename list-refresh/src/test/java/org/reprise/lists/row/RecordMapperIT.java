package org.reprise.lists.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.testing.TestDatabase;

/** Rows of a real PostgreSQL become records. */
class RecordMapperIT {
  private static final String ROW =
      """
      select '6d9c2f0a-2b0c-4f57-8b52-6a6a6f0b6d11'::uuid as id, 7 as version, 8::bigint as position,
        true as active, 'lent' as status_name, '2026-01-02T03:04:05Z'::timestamptz as due_date,
        %s as borrower_last_name, null as borrower_first_name, 'ignored' as other\
      """;

  record Sample(
      UUID id,
      int version,
      @Nullable Long position,
      boolean active,
      Status status,
      @Nullable Instant dueDate,
      Borrower borrower) {}

  record Status(String name) {}

  record Borrower(String lastName, @Nullable String firstName) {}

  private static Sample read(String lastName) throws SQLException {
    try (Connection connection = TestDatabase.freshDatabase().connect();
        ResultSet row = connection.createStatement().executeQuery(ROW.formatted(lastName))) {
      row.next();
      return RecordMapper.of(Sample.class).mapRow(row, 0);
    }
  }

  @Test
  void componentsAreReadByTheirNames() throws SQLException {
    assertThat(read("'Woolf'"))
        .isEqualTo(
            new Sample(
                UUID.fromString("6d9c2f0a-2b0c-4f57-8b52-6a6a6f0b6d11"),
                7,
                8L,
                true,
                new Status("lent"),
                Instant.parse("2026-01-02T03:04:05Z"),
                new Borrower("Woolf", null)));
  }

  @Test
  void missingValueIsNamed() {
    assertThatThrownBy(() -> read("null"))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("borrower_last_name");
  }
}
