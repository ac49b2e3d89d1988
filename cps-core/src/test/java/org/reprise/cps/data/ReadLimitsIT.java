package org.reprise.cps.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsServer;
import org.reprise.cps.CpsStore;
import org.reprise.cps.PlantAnchor;
import org.reprise.cps.TestModules;
import org.reprise.cps.anchor.Anchor;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.WriteLimits;
import org.reprise.cps.delta.DeltaReport;
import org.reprise.cps.delta.Grouping;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.query.CompositeQuery;
import org.reprise.cps.query.Paging;
import org.reprise.cps.read.ReadLimits;
import org.reprise.cps.read.ReadTooLarge;
import org.reprise.cps.schema.SchemaLimits;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.util.unit.DataSize;

/** A read of more than one answer may hold is refused; one of just as much is not. */
class ReadLimitsIT {
  private static final int DEVICES = 40;

  private final CpsServer server = CpsServer.shared();
  private final PlantAnchor plant = new PlantAnchor(server.store());

  private CpsStore limited(DataSize largest) {
    DriverManagerDataSource dataSource =
        new DriverManagerDataSource(
            server.database().jdbcUrl(),
            server.database().username(),
            server.database().password());
    return new CpsStore(
        dataSource,
        SchemaLimits.DEFAULT,
        new ReadLimits(largest, null),
        WriteLimits.DEFAULT,
        bytes -> true);
  }

  private void createDevices() {
    String list =
        IntStream.range(0, DEVICES)
            .mapToObj("{'name':'d%d','interface':[{'name':'i'},{'name':'j'}]}"::formatted)
            .collect(Collectors.joining(","));
    plant.create("/", "{'shop':{'device':[" + list + "]}}");
  }

  private static void isTooMuch(Runnable read) {
    assertThatExceptionOfType(ReadTooLarge.class)
        .isThrownBy(read::run)
        .satisfies(thrown -> assertThat(thrown.details()).contains("20480", "descendants"));
  }

  @Test
  void manyNodesAreTooMuch() {
    createDevices();
    CpsStore store = limited(DataSize.ofKilobytes(20));

    isTooMuch(() -> store.dataNodes().read(plant.ref(), "/", Descendants.ALL));
    isTooMuch(() -> store.queries().query(plant.ref(), "//device", Descendants.ALL));
    isTooMuch(() -> store.queries().query(plant.ref(), "//interface", Descendants.NONE));
    String dataspace = plant.ref().dataspace();
    isTooMuch(() ->
        store
            .queries()
            .queryDataspace(dataspace, "//interface", Descendants.NONE, new Paging(1, 1)));

    assertThat(store.dataNodes().read(plant.ref(), "/shop/device", Descendants.NONE))
        .hasSize(DEVICES);
    assertThat(store.queries().query(plant.ref(), "//device", Descendants.NONE)).hasSize(DEVICES);
    assertThat(store.dataNodes().read(plant.ref(), "/shop/device[@name='d7']", Descendants.ALL))
        .hasSize(1);
  }

  @Test
  void rejectsListsOverLimit() {
    String dataspace = plant.ref().dataspace();
    for (int i = 0; i < 100; i++) {
      server.store().anchors().create(dataspace, "plant", "more-" + i);
    }
    server.store().schemaSets().create(dataspace, "trees", TestModules.trees());
    server.store().anchors().create(dataspace, "trees", "one");
    CpsStore store = limited(DataSize.ofKilobytes(20));

    isTooMuch(() -> store.anchors().list(dataspace));
    isTooMuch(() ->
        store.queries().queryDataspace(dataspace, "//device", Descendants.NONE, new Paging(1, 1)));
    assertThat(store.anchors().list(dataspace, List.of("trees")))
        .extracting(Anchor::name)
        .containsExactly("one");
    assertThat(store.anchors().get(dataspace, "more-7").schemaSetName()).isEqualTo("plant");
    server.store().dataspaces().create(CpsServer.freshName("first"));
    server.store().dataspaces().create(CpsServer.freshName("second"));
    CpsStore small = limited(DataSize.ofBytes(300));
    for (Runnable list :
        List.<Runnable>of(
            () -> small.schemaSets().list(dataspace), () -> small.dataspaces().list())) {
      assertThatExceptionOfType(ReadTooLarge.class).isThrownBy(list::run);
    }
  }

  @Test
  void bothSidesOfADeltaAreTogetherWithinTheLimit() {
    createDevices();
    PlantAnchor target = new PlantAnchor(server.store());
    target.create("/", plant.whole().replace("d7", "d77"));
    CpsStore store = limited(DataSize.ofKilobytes(20));

    for (AnchorRef side : List.of(plant.ref(), target.ref())) {
      assertThat(store.dataNodes().read(side, "/shop/device", Descendants.NONE)).hasSize(DEVICES);
    }
    isTooMuch(() -> between(store, target, "/shop/device"));
    assertThat(between(store, target, "/shop/device[@name='d7']").deltas()).hasSize(1);
    assertThat(between(limited(DataSize.ofKilobytes(40)), target, "/shop/device").deltas())
        .hasSize(2);
  }

  @Test
  void aStoredSideAndASentOneAreTogetherWithinTheLimit() {
    createDevices();
    Payload sent = Payload.json(plant.whole().replace("d7", "d77").replace('\'', '"'));
    AnchorRef ref = plant.ref();
    CpsStore both = limited(DataSize.ofKilobytes(200));

    assertThat(both.deltas().against(ref, "/", sent, null, Grouping.EACH).deltas()).isNotEmpty();
    // Room for one side only.
    CpsStore one = limited(DataSize.ofKilobytes(60));
    assertThat(one.dataNodes().read(ref, "/", Descendants.ALL)).hasSize(1);
    assertThatExceptionOfType(ReadTooLarge.class)
        .isThrownBy(() -> one.deltas().against(ref, "/", sent, null, Grouping.EACH));
  }

  @Test
  void whatACombinedQueryFindsAndWhatItReadsAreTogetherWithinTheLimit() {
    createDevices();
    CompositeQuery query =
        new CompositeQuery(
            "//device",
            CompositeQuery.Operator.OR,
            List.of(new CompositeQuery("//interface", CompositeQuery.Operator.OR, List.of())));
    CpsStore one = limited(DataSize.ofKilobytes(60));

    assertThat(
            limited(DataSize.ofKilobytes(200)).queries().query(plant.ref(), query, Descendants.ALL))
        .hasSize(DEVICES);
    assertThat(one.queries().query(plant.ref(), "//device", Descendants.ALL)).hasSize(DEVICES);
    assertThatExceptionOfType(ReadTooLarge.class)
        .isThrownBy(() -> one.queries().query(plant.ref(), query, Descendants.ALL));
  }

  private DeltaReport between(CpsStore store, PlantAnchor target, String xpath) {
    return store
        .deltas()
        .between(plant.ref(), target.ref(), xpath, Descendants.NONE, Grouping.EACH);
  }

  @Test
  void oneLargeValueIsTooMuchEvenWhereItIsStoredCompressed() {
    plant.create(
        "/",
        "{'shop':{'device':[{'name':'d','interface':[{'name':'i','alias':'%s'}]}]}}"
            .formatted("x".repeat(30_000)));
    CpsStore store = limited(DataSize.ofKilobytes(20));

    isTooMuch(() -> store.dataNodes().read(plant.ref(), "/", Descendants.ALL));
    isTooMuch(() -> store.queries().queryLeaf(plant.ref(), "//interface/@alias"));
    assertThat(store.dataNodes().read(plant.ref(), "/", new Descendants(1))).hasSize(1);
    assertThat(
            limited(DataSize.ofKilobytes(40)).dataNodes().read(plant.ref(), "/", Descendants.ALL))
        .hasSize(1);
  }
}
