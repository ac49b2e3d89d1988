package org.reprise.lists.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

class FaultsTest {
  @ParameterizedTest
  @CsvSource({
    "08006, true",
    "40001, true",
    "53300, true",
    "57P01, true",
    "58030, true",
    "55P03, true",
    "25P03, true",
    "25006, true",
    "23505, false",
    "22012, false",
    "2, false"
  })
  void codeTellsWhetherARetryMaySucceed(String state, boolean passing) {
    SQLException fault = new SQLException("refused", state);
    assertThat(Faults.isTransient(fault)).isEqualTo(passing);
    assertThat(Faults.isTransient(new IllegalStateException(fault))).isEqualTo(passing);
    assertThat(Faults.state(new IllegalStateException(fault))).isEqualTo(state);
  }

  @Test
  void exhaustedPoolHasNoSqlState() {
    SQLException pool = new SQLException("none is free");
    assertThat(Faults.isTransient(pool)).isTrue();
    assertThat(Faults.isTransient(new SQLTransientConnectionException("none", "28P01"))).isTrue();
    assertThat(Faults.isTransient(new SQLException("none", null, new SQLException("x", "23502"))))
        .isFalse();
  }

  @Test
  void otherExceptionsAreNotTransient() {
    assertThat(Faults.isTransient(new IllegalStateException("wrong"))).isFalse();
    assertThat(Faults.state(new IllegalStateException("wrong"))).isNull();
  }

  @Test
  void treatsFailedTransactionsWithoutCodeAsTemporary() {
    assertThat(Faults.isTransient(new CannotCreateTransactionException("no connection"))).isTrue();
    assertThat(Faults.isTransient(new TransactionSystemException("no answer to the commit")))
        .isTrue();
    assertThat(
            Faults.isTransient(
                new TransactionSystemException("refused", new SQLException("twice", "23505"))))
        .isFalse();
  }

  @Test
  void distinguishesDuplicatesFromMissingReferences() {
    assertThat(Faults.isDuplicate(new IllegalStateException(new SQLException("x", "23505"))))
        .isTrue();
    assertThat(Faults.isDuplicate(new SQLException("x", "23503"))).isFalse();
    assertThat(Faults.isMissingReference(new SQLException("x", "23503"))).isTrue();
    assertThat(Faults.reason(new IllegalStateException("outer", new SQLException("inner"))))
        .isEqualTo("inner");
  }
}
