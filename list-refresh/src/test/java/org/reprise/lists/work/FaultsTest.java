package org.reprise.lists.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class FaultsTest {
  @Test
  void callersLearnTheCodeOfADatabaseFaultAlone() {
    assertThat(Faults.forCallers(new SQLException("table secret", "23505")))
        .contains("23505")
        .doesNotContain("secret");
    assertThat(Faults.forCallers(new IllegalStateException("no record"))).isEqualTo("no record");
  }

  @Test
  void reasonIsOfTheFirstCause() {
    assertThat(Faults.reason(new IllegalStateException("outer", new SQLException("inner"))))
        .isEqualTo("inner");
    assertThat(Faults.reason(new IllegalStateException())).isEqualTo("IllegalStateException");
    assertThat(Faults.constraint(new SQLException("no server"))).isNull();
  }
}
