package org.reprise.ebms.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.transaction.CannotCreateTransactionException;

class DatabaseFailuresTest {
  @ParameterizedTest
  @CsvSource({
    "08006, true",
    "40P01, true",
    "53300, true",
    "55P03, true",
    "57P01, true",
    "22008, false",
    "22021, false",
    "23505, false",
    "42601, false",
    "54000, false"
  })
  void wrongDataIsNotADatabaseThatDoesNotAnswer(String state, boolean passes) {
    assertThat(
            DatabaseFailures.mayPass(
                new UncategorizedSQLException("insert", "…", new SQLException("no", state))))
        .isEqualTo(passes);
  }

  @Test
  void missingConnectionMayPass() {
    assertThat(DatabaseFailures.mayPass(new CannotCreateTransactionException("no connection")))
        .isTrue();
    assertThat(
            DatabaseFailures.mayPass(
                new DataAccessResourceFailureException("gone", new SQLException("no answer"))))
        .isTrue();
    assertThat(DatabaseFailures.mayPass(new IllegalStateException("a bug"))).isFalse();
  }
}
