package org.reprise.localstack.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.postgres.Database;

class ForeignKeyTest {
  private final Database database = TestDatabase.freshDatabase();

  private void assertHasIndex(boolean hasIndex, String index) throws SQLException {
    database.execute(
        """
        drop table if exists child, parent;
        create table parent (a int, b int, primary key (a, b));
        create table child (
          id int primary key, a int, b int,
          constraint to_parent foreign key (b, a) references parent (b, a));
        """
            + index);
    assertThat(ForeignKey.allOf(database))
        .containsExactly(
            new ForeignKey("child", "to_parent", "parent", List.of("b", "a"), hasIndex));
  }

  @Test
  void indexThatBeginsWithTheColumnsIsOneForTheForeignKey() throws SQLException {
    assertHasIndex(true, "create index on child (b, a)");
    assertHasIndex(true, "create index on child (a, b, id)");
    assertHasIndex(true, "create unique index on child (a, b)");
  }

  @Test
  void otherIndexesAreNot() throws SQLException {
    assertHasIndex(false, "");
    assertHasIndex(false, "create index on child (a)");
    assertHasIndex(false, "create index on child (id, a, b)");
    assertHasIndex(false, "create index on child (a, id, b)");
    assertHasIndex(false, "create index on child (a, b) where id > 0");
  }

  @Test
  void databaseWithoutTablesHasNone() throws SQLException {
    assertThat(ForeignKey.allOf(database)).isEmpty();
  }
}
