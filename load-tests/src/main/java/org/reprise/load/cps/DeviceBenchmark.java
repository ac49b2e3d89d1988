package org.reprise.load.cps;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reprise.cps.CpsStore;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.DataNode;
import org.reprise.cps.data.Descendants;
import org.reprise.cps.data.Payload;
import org.reprise.cps.sample.Devices;
import org.reprise.cps.schema.YangSources;
import org.reprise.localstack.Database;

/**
 * Devices of 86 fragments, one call each, written through the Java API and read whole, beside raw
 * JDBC that writes and reads the same rows on a lean table: one thread, one durable transaction for
 * each device, the median of nine reads. The store of the original is measured by its makers with
 * such devices.
 */
public final class DeviceBenchmark {
  private static final String ANCHOR = "devices";
  private static final int READS = 9;

  private final int devices;
  private final int rounds;

  /**
   * A benchmark.
   *
   * @param devices how many are written in each round
   * @param rounds the last one counts, those before it warm up
   */
  public DeviceBenchmark(int devices, int rounds) {
    if (devices < 1 || rounds < 1) {
      throw new IllegalArgumentException("devices and rounds must be positive");
    }
    this.devices = devices;
    this.rounds = rounds;
  }

  /**
   * What the last round measured, in fragments per second.
   *
   * @param fragments in the anchor
   * @param written through the Java API
   * @param read whole through the Java API
   * @param floorWritten rows by raw JDBC
   * @param floorRead rows by raw JDBC
   */
  public record Rates(
      int fragments, double written, double read, double floorWritten, double floorRead) {}

  /**
   * Runs all rounds on an empty database.
   *
   * @throws SQLException when the database refuses something
   * @throws IllegalStateException when not everything that was written is read back
   */
  public Rates run(Database database) throws SQLException {
    try (var pool = pool(database)) {
      var cps = CpsStore.open(pool);
      cps.dataspaces().create("bench");
      cps.schemaSets().create("bench", "devices", YangSources.zip(Devices.yangZip()));
      var payloads = new ArrayList<Payload>();
      for (var i = 0; i < devices; i++) {
        payloads.add(Payload.json(Devices.device(i)));
      }
      Rates rates = null;
      for (var round = 0; round < rounds; round++) {
        rates = round(cps, pool, payloads);
      }
      if (rates == null) {
        throw new IllegalStateException("no round was run");
      }
      return rates;
    }
  }

  private Rates round(CpsStore cps, HikariDataSource pool, List<Payload> payloads)
      throws SQLException {
    var anchor = new AnchorRef("bench", ANCHOR);
    cps.anchors().create("bench", "devices", ANCHOR);
    cps.dataNodes().create(anchor, "/", Payload.json(Devices.EMPTY_TREE));
    var start = System.nanoTime();
    for (var payload : payloads) {
      cps.dataNodes().createListElements(anchor, Devices.PARENT_XPATH, payload);
    }
    var written = System.nanoTime();
    var fragments = devices * Devices.FRAGMENTS_PER_DEVICE + 1;
    var reading = median(() -> requireAll(fragments, readWhole(cps, anchor)));
    var floor = floor(pool, fragments);
    cps.anchors().delete("bench", ANCHOR);
    return new Rates(
        fragments, rate(fragments, written - start), rate(fragments, reading), floor[0], floor[1]);
  }

  private static int readWhole(CpsStore cps, AnchorRef anchor) {
    return cps.dataNodes().read(anchor, "/", Descendants.ALL).stream()
        .mapToInt(DataNode::fragments)
        .sum();
  }

  private static void requireAll(int fragments, int read) {
    if (read != fragments) {
      throw new IllegalStateException(read + " fragments of " + fragments + " were read back");
    }
  }

  private interface Read {
    void run() throws SQLException;
  }

  /** Reading takes so short that one garbage collection or checkpoint would decide. */
  private static long median(Read read) throws SQLException {
    var times = new long[READS];
    for (var i = 0; i < READS; i++) {
      var start = System.nanoTime();
      read.run();
      times[i] = System.nanoTime() - start;
    }
    Arrays.sort(times);
    return times[READS / 2];
  }

  private double[] floor(HikariDataSource pool, int fragments) throws SQLException {
    var floor = FloorCalls.open(pool, CpsFlow.published());
    try (var connection = pool.getConnection();
        var statement = connection.createStatement()) {
      var xpaths = column(statement, "xpath");
      var attributes = column(statement, "attributes");
      var start = System.nanoTime();
      for (var from = 0; from < xpaths.length; from += Devices.FRAGMENTS_PER_DEVICE) {
        var to = Math.min(xpaths.length, from + Devices.FRAGMENTS_PER_DEVICE);
        floor.store(
            ANCHOR, Arrays.copyOfRange(xpaths, from, to), Arrays.copyOfRange(attributes, from, to));
      }
      var written = System.nanoTime();
      var reading = median(() -> requireAll(fragments, readFloor(statement)));
      return new double[] {rate(fragments, written - start), rate(fragments, reading)};
    }
  }

  private static int readFloor(Statement statement) throws SQLException {
    var read = 0;
    try (var result =
        statement.executeQuery(
            "SELECT xpath, attributes FROM floor_fragment WHERE anchor = '" + ANCHOR + "'")) {
      while (result.next()) {
        read += result.getString(1).isEmpty() || result.getString(2).isEmpty() ? 0 : 1;
      }
    }
    return read;
  }

  /** Of what was stored through the Java API, in its order. */
  private static String[] column(Statement statement, String name) throws SQLException {
    var values = new ArrayList<String>();
    try (var result =
        statement.executeQuery("SELECT " + name + " FROM fragment ORDER BY position")) {
      while (result.next()) {
        values.add(result.getString(1));
      }
    }
    return values.toArray(String[]::new);
  }

  private static double rate(int fragments, long nanoseconds) {
    return fragments * 1e9 / nanoseconds;
  }

  static HikariDataSource pool(Database database) {
    var config = new HikariConfig();
    config.setJdbcUrl(database.jdbcUrl());
    config.setUsername(database.username());
    config.setConnectionInitSql(CpsStore.CONNECTION_INIT_SQL);
    config.setPassword(database.password());
    config.setMaximumPoolSize(2);
    config.setPoolName("bench");
    return new HikariDataSource(config);
  }
}
