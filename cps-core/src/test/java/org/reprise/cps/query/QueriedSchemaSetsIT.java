package org.reprise.cps.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsServer;
import org.reprise.cps.CpsStore;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.WriteLimits;
import org.reprise.cps.fault.Busy;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.path.InvalidCpsPath;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.query.QueryPage.AnchorNodes;
import org.reprise.cps.read.ReadLimits;
import org.reprise.cps.schema.SchemaLimits;
import org.reprise.cps.schema.YangSchema;
import org.reprise.cps.schema.YangSources;
import org.reprise.localstack.postgres.Database;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.util.unit.DataSize;

/** A query of all anchors whose schema sets do not fit in the cache. */
class QueriedSchemaSetsIT {
  private static final int ANCHORS = 12;

  private static final StatementCount COUNT = new StatementCount();
  private static String dataspace;
  private static CpsStore store;

  private static CpsStore store(Duration queryTime) {
    Database database = CpsServer.shared().database();
    // Nothing fits in this cache: each schema set that is needed is parsed.
    SchemaLimits limits =
        new SchemaLimits(200_000, DataSize.ofBytes(0), Duration.ofSeconds(10), queryTime);
    return new CpsStore(
        COUNT.on(
            new DriverManagerDataSource(
                database.jdbcUrl(), database.username(), database.password())),
        limits,
        ReadLimits.DEFAULT,
        WriteLimits.DEFAULT,
        bytes -> true);
  }

  @BeforeAll
  static void anchorsOfSchemaSetsInTurn() {
    CpsServer server = CpsServer.shared();
    dataspace = CpsServer.freshName("queried");
    server.store().dataspaces().create(dataspace);
    YangSources first = module("first");
    server.store().schemaSets().create(dataspace, "s0", first);
    server.store().schemaSets().create(dataspace, "s1", module("second"));
    server.store().schemaSets().create(dataspace, "s2", first);
    for (int i = 0; i < ANCHORS; i++) {
      server.store().anchors().create(dataspace, "s" + i % 3, name(i));
      AnchorRef anchor = new AnchorRef(dataspace, name(i));
      Payload data = Payload.json("{\"box\":{\"size\":%d}}".formatted(i));
      server.store().dataNodes().create(anchor, "/", data);
    }
    store = store(Duration.ofHours(1));
  }

  private static YangSources module(String name) {
    return new YangSources(
        Map.of(
            name + ".yang",
            """
            module %s {
              namespace "urn:%1$s"; prefix p;
              container box { leaf size { type uint8; } }
            }
            """
                .formatted(name)));
  }

  private static String name(int i) {
    return "anchor-%02d".formatted(i);
  }

  private static QueryPage query(@Nullable Paging paging) {
    COUNT.take();
    return store.queries().queryDataspace(dataspace, "//box", Descendants.ALL, paging);
  }

  private static List<String> names(QueryPage page) {
    return page.anchors().stream().map(AnchorNodes::anchor).toList();
  }

  @Test
  void parsesEachSchemaSetOnce() {
    QueryPage all = query(null);

    // The dataspace, its anchors, what they have, and the sources of each schema set.
    assertThat(COUNT.take()).isEqualTo(3 + 2);
    assertThat(names(all))
        .isEqualTo(IntStream.range(0, ANCHORS).mapToObj(QueriedSchemaSetsIT::name).toList());
    assertThat(all.anchors())
        .allSatisfy(found ->
            assertThat(found.read().nodes().getFirst().leaves())
                .isEqualTo(Map.of("size", Integer.parseInt(found.anchor().substring(7)))));
    Set<YangSchema> schemas = Collections.newSetFromMap(new IdentityHashMap<>());
    all.anchors().forEach(found -> schemas.add(found.read().schema()));
    assertThat(schemas).hasSize(2);
  }

  @Test
  void refusesAQueryOfMoreSelectsThanTheDatabaseTakes() {
    String many = CpsServer.freshName("many");
    store.dataspaces().create(many);
    for (int i = 0; i < 14; i++) {
      String nodes =
          IntStream.range(0, 1_000)
              .mapToObj("container c%d { container y { container x; } }"::formatted)
              .collect(Collectors.joining(" "));
      String yang = "module m%1$d { namespace urn:m%1$d; prefix m; %2$s }".formatted(i, nodes);
      store
          .schemaSets()
          .create(many, "s" + i, new YangSources(Map.of("m%d.yang".formatted(i), yang)));
      store.anchors().create(many, "s" + i, "a" + i);
    }

    assertThatExceptionOfType(InvalidCpsPath.class)
        .isThrownBy(
            () -> store.queries().queryDataspace(many, "//x/ancestor::y", Descendants.NONE, null));
  }

  @Test
  void parsesNoFurtherSchemaSetAfterItsTime() {
    Queries queries = store(Duration.ZERO).queries();
    assertThatExceptionOfType(Busy.class)
        .isThrownBy(() -> queries.queryDataspace(dataspace, "//box", Descendants.ALL, null))
        .satisfies(thrown -> assertThat(thrown.details()).contains("query-time"));
  }

  @Test
  void parsesEachSchemaSetOnceForAPage() {
    QueryPage page = query(new Paging(2, 5));

    assertThat(COUNT.take()).isEqualTo(4 + 2);
    assertThat(page.totalPages()).isEqualTo(3);
    assertThat(names(page))
        .isEqualTo(IntStream.range(5, 10).mapToObj(QueriedSchemaSetsIT::name).toList());
  }
}
