package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.testing.ForeignKey;

class ForeignKeysIT {
  @Test
  void eachForeignKeyHasAnIndex() throws SQLException {
    assertThat(ForeignKey.allOf(CpsServer.shared().database()))
        .isNotEmpty()
        .allMatch(ForeignKey::hasIndex);
  }
}
