package org.reprise.cps.benchmark;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.reprise.cps.CpsServer;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.sample.Devices;
import org.reprise.cps.schema.YangSources;

/**
 * The time of a fragment where 400 devices of 86 fragments are written, one durable transaction for
 * each device, and where they are read whole: through the Java API, and by raw JDBC with the same
 * rows on a lean table. The makers of ONAP CPS measure their store with such devices.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@OperationsPerInvocation(DeviceBenchmark.DEVICES * Devices.FRAGMENTS_PER_DEVICE)
@Warmup(iterations = 5)
@Measurement(iterations = 10)
@Fork(value = 1, jvmArgs = "-Xmx1g")
public class DeviceBenchmark {
  static final int DEVICES = 400;

  private static final AnchorRef WRITTEN = new AnchorRef("bench", "written");
  private static final AnchorRef READ = new AnchorRef("bench", "read");
  private static final String FLOOR_TABLE =
      """
      CREATE TABLE floor_fragment (
        anchor text NOT NULL,
        xpath text COLLATE "C" NOT NULL,
        attributes jsonb NOT NULL,
        PRIMARY KEY (anchor, xpath)
      )
      """;
  private static final String FLOOR_WRITE =
      """
      INSERT INTO floor_fragment (anchor, xpath, attributes)
      SELECT ?, fragment.xpath, fragment.attributes::jsonb
      FROM unnest(?::text[], ?::text[]) AS fragment (xpath, attributes)
      """;

  private final List<Payload> payloads = new ArrayList<>();
  private final List<Rows> rows = new ArrayList<>();
  private BenchmarkStore store;

  /** The fragments of one device. */
  private record Rows(List<String> xpaths, List<String> attributes) {}

  @Setup
  public void fill() throws IOException, InterruptedException, SQLException {
    store = BenchmarkStore.open();
    store.cps().dataspaces().create("bench");
    store.cps().schemaSets().create("bench", "devices", YangSources.zip(Devices.yangZip()));
    for (int i = 0; i < DEVICES; i++) {
      payloads.add(Payload.json(Devices.device(i)));
    }
    begin(WRITTEN);
    begin(READ);
    write(READ);
    readRows();
    store.execute(FLOOR_TABLE);
    writeFloor(READ.anchor());
  }

  private void readRows() throws SQLException {
    var xpaths = new ArrayList<String>();
    var attributes = new ArrayList<String>();
    try (var connection = store.pool().getConnection();
        var statement = connection.createStatement();
        var fragments =
            statement.executeQuery("SELECT xpath, attributes FROM fragment ORDER BY position")) {
      while (fragments.next()) {
        xpaths.add(fragments.getString(1));
        attributes.add(fragments.getString(2));
      }
    }
    // The trees of both anchors begin with the parent of all devices.
    for (int from = 2; from < xpaths.size(); from += Devices.FRAGMENTS_PER_DEVICE) {
      var to = from + Devices.FRAGMENTS_PER_DEVICE;
      rows.add(new Rows(xpaths.subList(from, to), attributes.subList(from, to)));
    }
  }

  private void begin(AnchorRef anchor) {
    store.cps().anchors().create("bench", "devices", anchor.anchor());
    store.cps().dataNodes().create(anchor, "/", Payload.json(Devices.EMPTY_TREE));
  }

  private void write(AnchorRef anchor) {
    for (var payload : payloads) {
      store.cps().dataNodes().createListElements(anchor, Devices.PARENT_XPATH, payload);
    }
  }

  private void writeFloor(String anchor) throws SQLException {
    for (var device : rows) {
      try (var connection = store.pool().getConnection();
          var statement = connection.prepareStatement(FLOOR_WRITE)) {
        statement.setString(1, anchor);
        statement.setArray(2, connection.createArrayOf("text", device.xpaths().toArray()));
        statement.setArray(3, connection.createArrayOf("text", device.attributes().toArray()));
        statement.executeUpdate();
      }
    }
  }

  /** Empties what is written, before each invocation. */
  @State(Scope.Benchmark)
  public static class Empty {
    @Setup(Level.Invocation)
    public void empty(DeviceBenchmark all) throws SQLException {
      all.store.cps().anchors().delete("bench", WRITTEN.anchor());
      all.begin(WRITTEN);
      all.store.execute("DELETE FROM floor_fragment WHERE anchor = '" + WRITTEN.anchor() + "'");
    }
  }

  @Benchmark
  public void write(Empty empty) {
    write(WRITTEN);
  }

  @Benchmark
  public void writeByJdbc(Empty empty) throws SQLException {
    writeFloor(WRITTEN.anchor());
  }

  @Benchmark
  public int read() {
    return require(
        store.cps().dataNodes().read(READ, "/", Descendants.ALL).stream()
                .mapToInt(CpsServer::fragments)
                .sum()
            - 1);
  }

  @Benchmark
  public int readByJdbc() throws SQLException {
    var read = 0;
    try (var connection = store.pool().getConnection();
        var statement = connection.createStatement();
        var fragments =
            statement.executeQuery(
                "SELECT xpath, attributes FROM floor_fragment WHERE anchor = 'read'")) {
      while (fragments.next()) {
        read += fragments.getString(1).isEmpty() || fragments.getString(2).isEmpty() ? 0 : 1;
      }
    }
    return require(read);
  }

  private static int require(int fragments) {
    if (fragments != DEVICES * Devices.FRAGMENTS_PER_DEVICE) {
      throw new IllegalStateException("%d fragments were read".formatted(fragments));
    }
    return fragments;
  }

  @TearDown
  public void close() {
    store.close();
  }
}
