package org.reprise.cps.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsStore;
import org.reprise.cps.PlantAnchor;
import org.reprise.cps.RowsRead;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.DataNodeNotFound;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.fragment.Fragments;
import org.reprise.cps.payload.JsonText;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.reference.LinkedDevices.Write;
import org.reprise.cps.schema.YangSchema;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The table of reference ends says what a look at all data says, whatever was written. */
class ReferenceEndsIT {
  private static final int WRITES = 200;
  private static final int WRITERS = 4;
  private static final String TWO_DEVICES =
      """
      {'net':{'device':[
        {'name':'a','uplink':'y','interface':[{'name':'x'}]},
        {'name':'b','with':'a','to':'x','interface':[{'name':'y'}]}]}}
      """;

  private final Database database = TestDatabase.freshDatabase();

  /** What became of a write. */
  private enum Outcome {
    STORED,
    REFERENCE_REFUSED,
    OTHERWISE_REFUSED
  }

  private record Opened(Connection connection, CpsStore store, JdbcTemplate jdbc)
      implements AutoCloseable {
    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  private Opened open() throws SQLException {
    Connection connection = database.connect();
    SingleConnectionDataSource source = RowsRead.source(connection);
    return new Opened(connection, CpsStore.open(source), new JdbcTemplate(source));
  }

  private static AnchorRef anchor(CpsStore store, String name, boolean checked) {
    store.dataspaces().create(name);
    store
        .schemaSets()
        .create(name, "net", checked ? LinkedDevices.sources() : LinkedDevices.unchecked());
    store.anchors().create(name, "net", "a");
    return new AnchorRef(name, "a");
  }

  private static String whole(CpsStore store, AnchorRef anchor) {
    JsonText text =
        new JsonText(store.dataNodes().schema(anchor), JsonText.Names.RFC_7951, characters -> {});
    try {
      return text.merged(store.dataNodes().read(anchor, "/", Descendants.ALL));
    } catch (DataNodeNotFound e) {
      return "{}";
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 20261122})
  void refusesExactlyTheWritesThatBreakReferences(long seed) throws SQLException {
    LinkedDevices devices = new LinkedDevices(seed);
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    try (Opened opened = open()) {
      CpsStore store = opened.store;
      AnchorRef checked = anchor(store, "checked", true);
      AnchorRef unchecked = anchor(store, "unchecked", false);
      for (int i = 0; i < WRITES; i++) {
        Write write = devices.next();
        RuntimeException refusedUnchecked = refusal(write, store, unchecked);
        List<String> broken = LinkedDevices.broken(whole(store, unchecked));
        RuntimeException refused = refusal(write, store, checked);

        if (refusedUnchecked != null) {
          assertThat(refused).as("write %d", i).hasSameClassAs(refusedUnchecked);
          outcomes.merge(Outcome.OTHERWISE_REFUSED, 1, Integer::sum);
        } else if (!broken.isEmpty()) {
          assertThat(refused).as("write %d breaks %s", i, broken).isInstanceOf(InvalidData.class);
          outcomes.merge(Outcome.REFERENCE_REFUSED, 1, Integer::sum);
          copy(store, checked, unchecked);
        } else {
          assertThat(refused).as("write %d", i).isNull();
          outcomes.merge(Outcome.STORED, 1, Integer::sum);
        }
        assertThat(whole(store, checked)).as("write %d", i).isEqualTo(whole(store, unchecked));
        hasTheRowsOfItsData(opened, checked, i);
      }
      assertThat(outcomes.values()).hasSize(3).allSatisfy(n -> assertThat(n).isGreaterThan(5));
      assertThat(rows(opened, unchecked)).isEmpty();
    }
  }

  private static @Nullable RuntimeException refusal(Write write, CpsStore store, AnchorRef anchor) {
    try {
      write.make(store.dataNodes(), anchor);
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  private static void copy(CpsStore store, AnchorRef from, AnchorRef to) {
    if (!whole(store, to).equals("{}")) {
      store.dataNodes().delete(to, "/");
    }
    String data = whole(store, from);
    if (!data.equals("{}")) {
      store.dataNodes().create(to, "/", Payload.json(data));
    }
  }

  private static long id(Opened opened, AnchorRef anchor) {
    Long id =
        opened.jdbc.queryForObject(
            "select a.id from anchor a join dataspace d on d.id = a.dataspace_id where d.name = ?"
                + " and a.name = ?",
            Long.class,
            anchor.dataspace(),
            anchor.anchor());
    return id == null ? 0 : id;
  }

  private static List<String> rows(Opened opened, AnchorRef anchor) {
    return opened.jdbc.query(
        """
        select concat_ws(' ', xpath, refers, target) from reference_end
        where anchor_id = ? order by 1\
        """,
        (row, n) -> row.getString(1),
        id(opened, anchor));
  }

  private static void hasTheRowsOfItsData(Opened opened, AnchorRef anchor, int write)
      throws SQLException {
    List<String> kept = rows(opened, anchor);
    long id = id(opened, anchor);
    if (kept.isEmpty() && !isKept(opened, id)) {
      return;
    }
    YangSchema schema = opened.store.dataNodes().schema(anchor);
    opened.connection.setAutoCommit(false);
    forgetRows(opened, id);
    DataSource source = Objects.requireNonNull(opened.jdbc.getDataSource());
    new ReferenceEnds(source, new ReferenceTable(source), new Fragments(source))
        .complete(id, schema);
    assertThat(kept).as("rows after write %d", write).isEqualTo(rows(opened, anchor));
    opened.connection.rollback();
    opened.connection.setAutoCommit(true);
  }

  private static boolean isKept(Opened opened, long id) {
    return Boolean.TRUE.equals(
        opened.jdbc.queryForObject(
            "select reference_ends_kept from anchor where id = ?", Boolean.class, id));
  }

  private static void forgetRows(Opened opened, long id) {
    opened.jdbc.update("delete from reference_end where anchor_id = ?", id);
    opened.jdbc.update("update anchor set reference_ends_kept = false where id = ?", id);
  }

  private static void refused(DataNodes data, AnchorRef anchor, String xpath, String details) {
    assertThatExceptionOfType(InvalidData.class)
        .isThrownBy(() -> data.delete(anchor, xpath))
        .satisfies(thrown -> assertThat(thrown.details()).contains(details));
  }

  @Test
  void storesTheFirstSmallPayloadWithoutRowsAndMakesThemWhenTheyAreNeeded() throws SQLException {
    try (Opened opened = open()) {
      DataNodes data = opened.store.dataNodes();
      AnchorRef anchor = anchor(opened.store, "small", true);
      AnchorRef other = new AnchorRef("small", "other");
      opened.store.anchors().create("small", "net", "other");
      data.create(other, "/", PlantAnchor.json(TWO_DEVICES));
      data.update(other, "/net", PlantAnchor.json("{'device':[{'name':'a','uplink':'x'}]}"));

      data.create(anchor, "/", PlantAnchor.json(TWO_DEVICES));
      assertThat(rows(opened, anchor)).isEmpty();

      refused(data, anchor, "/net/device[@name='b']/interface[@name='y']", "refers to 'y'");
      data.update(anchor, "/net", PlantAnchor.json("{'device':[{'name':'a','uplink':'x'}]}"));
      assertThat(rows(opened, anchor)).isNotEmpty();
      data.delete(anchor, "/net/device[@name='b']/interface[@name='y']");

      long id = id(opened, anchor);
      opened.store.anchors().delete("small", "a");
      assertThat(
              opened.jdbc.queryForList("select distinct anchor_id from reference_end", Long.class))
          .hasSize(1)
          .doesNotContain(id);
    }
  }

  @Test
  void deletingAllDataMakesNoRowsBefore() throws SQLException {
    try (Opened opened = open()) {
      AnchorRef anchor = anchor(opened.store, "deleted", true);
      opened.store.dataNodes().create(anchor, "/", PlantAnchor.json(TWO_DEVICES));
      long before = rowsInserted(opened);

      opened.store.dataNodes().delete(anchor, "/");

      assertThat(rowsInserted(opened)).isEqualTo(before);
      opened.store.dataNodes().create(anchor, "/", PlantAnchor.json(TWO_DEVICES));
      hasTheRowsOfItsData(opened, anchor, 0);
      assertThat(rowsInserted(opened)).isGreaterThan(before);
    }
  }

  private static long rowsInserted(Opened opened) {
    opened.jdbc.execute("select pg_stat_force_next_flush()");
    opened.jdbc.execute("select 1");
    return Objects.requireNonNull(
        opened.jdbc.queryForObject(
            "select n_tup_ins from pg_stat_user_tables where relname = 'reference_end'",
            Long.class));
  }

  @Test
  void concurrentWritersKeepReferencesAndRows() throws Exception {
    try (Opened opened = open();
        HikariDataSource pool = new HikariDataSource();
        ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      pool.setJdbcUrl(database.jdbcUrl());
      pool.setUsername(database.username());
      pool.setPassword(database.password());
      CpsStore store = new CpsStore(pool);
      AnchorRef anchor = anchor(store, "shared", true);
      AtomicInteger stored = new AtomicInteger();
      List<Future<?>> done = new ArrayList<>();
      for (int seed = 1; seed <= WRITERS; seed++) {
        LinkedDevices devices = new LinkedDevices(seed);
        done.add(
            writers.submit(() -> {
              for (int i = 0; i < WRITES / WRITERS; i++) {
                if (refusal(devices.next(), store, anchor) == null) {
                  stored.incrementAndGet();
                }
              }
            }));
      }
      for (Future<?> each : done) {
        each.get();
      }

      assertThat(stored).hasValueGreaterThan(20);
      assertThat(LinkedDevices.broken(whole(store, anchor))).isEmpty();
      hasTheRowsOfItsData(opened, anchor, WRITES);
    }
  }
}
