package org.reprise.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.testing.ForeignKey;

class ForeignKeysIT {
  // Rows of these tables are deleted one at a time by an administrator, or never: an index for the
  // rows that refer to one would only make loads of items slower.
  private static final Set<String> SELDOM_DELETED =
      Set.of(
          "campus",
          "institution",
          "library",
          "loan_policy",
          "loan_type",
          "location",
          "lost_item_fee_policy",
          "notice_policy",
          "overdue_fine_policy",
          "patron_block_condition",
          "patron_group",
          "request_policy",
          "service_point");

  @Test
  void eachForeignKeyToRowsThatAreDeletedHasAnIndex() throws SQLException {
    assertThat(ForeignKey.allOf(ListsServer.shared().database()))
        .isNotEmpty()
        .allMatch(key -> key.hasIndex() || SELDOM_DELETED.contains(key.referred()));
  }
}
