package org.reprise.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.testing.ForeignKey;

class ForeignKeysIT {
  // The service deletes no rows of these tables and changes no keys of them, so that nobody ever
  // looks for the rows that refer to one. An index would only make loads of items slower.
  private static final Set<String> NEVER_DELETED =
      Set.of(
          "library",
          "loan_policy",
          "location",
          "notice_policy",
          "patron_group",
          "record_list",
          "request_policy",
          "service_point");

  @Test
  void eachForeignKeyToRowsThatAreDeletedHasAnIndex() throws SQLException {
    assertThat(ForeignKey.allOf(ListsServer.shared().database()))
        .isNotEmpty()
        .allMatch(key -> key.hasIndex() || NEVER_DELETED.contains(key.referred()));
  }
}
