package org.reprise.kit.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionSystemException;

/** Which of the database's codes say what. */
class DatabaseFaultTest {
  @ParameterizedTest
  @CsvSource({
    "55P03, NOTHING_DONE", // lock_timeout
    "57014, NOTHING_DONE", // statement_timeout
    "25P04, NOTHING_DONE", // transaction_timeout
    "40001, NOTHING_DONE",
    "40P01, NOTHING_DONE",
    "40003, OUTCOME_UNKNOWN", // statement_completion_unknown
    "53300, NOTHING_DONE",
    "08001, NOTHING_DONE",
    "57P03, NOTHING_DONE",
    "08006, OUTCOME_UNKNOWN",
    "57P01, OUTCOME_UNKNOWN",
    "58030, OUTCOME_UNKNOWN",
    "23505,",
    "22021,",
    "42601,",
    "25P02,",
    "'',",
  })
  void classifiesFaultsBySqlState(String state, DatabaseFault fault) {
    RuntimeException thrown = new RuntimeException(new SQLException("", state));

    assertThat(DatabaseFault.among(thrown)).isEqualTo(fault);
  }

  @Test
  void classifiesAnExhaustedPoolAsNothingDone() {
    assertThat(DatabaseFault.among(new SQLTransientConnectionException("timed out")))
        .isEqualTo(DatabaseFault.NOTHING_DONE);
  }

  @Test
  void classifiesOtherExceptionsAsNoDatabaseFault() {
    assertThat(DatabaseFault.among(new IllegalStateException(new RuntimeException()))).isNull();
    assertThat(DatabaseFault.sqlState(new IllegalStateException())).isNull();
  }

  @Test
  void treatsADriverWithoutAnAnswerAsAnUnknownOutcome() {
    assertThat(DatabaseFault.among(new SQLException("connection closed")))
        .isEqualTo(DatabaseFault.OUTCOME_UNKNOWN);
  }

  @Test
  void classifiesFailedTransactionsWithoutSqlState() {
    assertThat(DatabaseFault.among(new CannotCreateTransactionException("no connection")))
        .isEqualTo(DatabaseFault.OUTCOME_UNKNOWN);
    assertThat(DatabaseFault.among(new IllegalTransactionStateException("our bug"))).isNull();
    assertThat(
            DatabaseFault.among(
                new TransactionSystemException("refused", new SQLException("twice", "23505"))))
        .isNull();
  }

  @Test
  void failedRollbackDidNothing() {
    TransactionSystemException thrown =
        new TransactionSystemException("no answer", new SQLException("", "08006"));
    thrown.initApplicationException(new IllegalStateException("why it was rolled back"));

    assertThat(DatabaseFault.among(thrown)).isEqualTo(DatabaseFault.NOTHING_DONE);
  }

  @Test
  void takesTheCodeOfTheFirstCauseThatHasOne() {
    RuntimeException thrown =
        new IllegalStateException(
            new SQLException("batch failed", null, new SQLException("twice", "23505")));

    assertThat(DatabaseFault.among(thrown)).isNull();
    assertThat(DatabaseFault.sqlState(thrown)).isEqualTo("23505");
  }
}
