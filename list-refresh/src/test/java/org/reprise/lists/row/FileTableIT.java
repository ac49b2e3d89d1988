package org.reprise.lists.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

class FileTableIT {
  /** Closing it read all pieces that were left. */
  @Test
  void closingReadsNothing() throws Exception {
    Map<String, Integer> key = Map.of("id", 1);
    try (Connection connection = TestDatabase.freshDatabase().connect()) {
      JdbcClient jdbc = JdbcClient.create(new SingleConnectionDataSource(connection, true));
      jdbc.sql("create table piece (id int, number int, content bytea)").update();
      String owner = "select cast(:id as int) as id";
      FileTable files = new FileTable(jdbc, "piece", List.of("id"), "number", owner, owner);
      for (int number = 0; number < 3; number++) {
        assertThat(files.append(key, number, new byte[] {1})).isTrue();
      }
      assertThat(files.open(key).readAllBytes()).hasSize(3);

      InputStream file = files.open(key);
      assertThat(file.read()).isEqualTo(1);
      connection.close();

      file.close();
    }
  }
}
