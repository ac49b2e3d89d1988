package org.reprise.load.cps;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.reprise.cps.sample.Devices;
import org.reprise.load.cps.LeafrefBenchmark.Path;
import org.reprise.load.cps.LeafrefBenchmark.Times;
import org.reprise.localstack.Database;
import org.reprise.localstack.TestDatabase;

/** That the benchmarks measure what they are named after, with few devices. */
class BenchmarksIT {
  private static long count(Database database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Test
  void leafrefsAreMeasuredInBothAnchorsOfBothKindsOfPaths() throws SQLException {
    Database database = TestDatabase.freshDatabase();

    assertThat(new LeafrefBenchmark(2, 5, 3).run(database))
        .satisfiesExactly(
            relative -> assertTimes(relative, Path.RELATIVE),
            absolute -> assertTimes(absolute, Path.ABSOLUTE));

    // Each interface that was deleted was created again: a device and two interfaces each.
    assertThat(count(database, "select count(*) from fragment")).isEqualTo(2 * (2 + 3 * (2 + 5)));
    // Absolute paths have rows: a leafref and two interfaces that it could refer to in each device.
    assertThat(count(database, "select count(*) from reference_end")).isEqualTo(3 * (2 + 5));
  }

  private static void assertTimes(Times times, Path path) {
    assertThat(times.path()).isEqualTo(path);
    assertThat(times.few()).isEqualTo(2);
    assertThat(times.many()).isEqualTo(5);
    assertThat(times.amongFew()).isPositive();
    assertThat(times.amongMany()).isPositive();
    assertThat(times.ratio()).isEqualTo(times.amongMany() / times.amongFew());
  }

  @Test
  void devicesAreWrittenAndReadBack() throws SQLException {
    DeviceBenchmark.Rates rates = new DeviceBenchmark(2, 1).run(TestDatabase.freshDatabase());

    assertThat(rates.fragments()).isEqualTo(2 * Devices.FRAGMENTS_PER_DEVICE + 1);
    assertThat(rates.written()).isPositive();
    assertThat(rates.read()).isPositive();
    assertThat(rates.floorWritten()).isPositive();
    assertThat(rates.floorRead()).isPositive();
  }
}
