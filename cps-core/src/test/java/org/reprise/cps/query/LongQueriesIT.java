package org.reprise.cps.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.cps.CpsServer;
import org.reprise.cps.CpsStore;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.path.InvalidCpsPath;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.schema.YangSources;

/** Queries whose statements would be too long, or too complex, for PostgreSQL or for the heap. */
class LongQueriesIT {
  private static final CpsServer SERVER = CpsServer.shared();
  private static final CpsStore STORE = SERVER.store();

  private static AnchorRef anchor(String body) {
    String dataspace = CpsServer.freshName("dataspace");
    String yang = "module m { namespace urn:m; prefix m; %s }".formatted(body);
    STORE.dataspaces().create(dataspace);
    STORE.schemaSets().create(dataspace, "m", new YangSources(Map.of("m.yang", yang)));
    STORE.anchors().create(dataspace, "m", "a");
    return new AnchorRef(dataspace, "a");
  }

  /** Lists in lists, each of which has a leaf {@code x}. */
  private static String lists(int levels, int nameLength) {
    return IntStream.range(0, levels)
            .mapToObj(level ->
                "list %s%d { key k; leaf k { type string; } leaf x { type string; } "
                    .formatted("n".repeat(nameLength), level))
            .collect(Collectors.joining())
        + "}".repeat(levels);
  }

  @ParameterizedTest
  @CsvSource({"5,100", "60,100", "240,190"})
  void findsLeafOfManyPlacesWithLongPaths(int nameLength, int levels) {
    AnchorRef anchor = anchor(lists(levels, nameLength));
    String top = "n".repeat(nameLength) + 0;
    String data = "{\"m:%s\":[{\"k\":\"a\",\"x\":\"1\"},{\"k\":\"b\"}]}".formatted(top);
    STORE.dataNodes().create(anchor, "/", Payload.json(data));

    List<DataNode> found = STORE.queries().query(anchor, "//x", Descendants.NONE);

    assertThat(found)
        .extracting(node -> node.xpath().text())
        .containsExactly("/%s[@k='a']".formatted(top));
    assertThat(STORE.queries().queryLeaf(anchor, "//x/ancestor::%s/@k".formatted(top)))
        .containsExactly("a");
  }

  @Test
  void refusesNumberOfMoreDecimalsThanPostgresqlHas() {
    AnchorRef anchor = anchor("container c { leaf x { type string; } }");

    assertThat(STORE.queries().query(anchor, "//c[@x=0." + "0".repeat(98) + "]", Descendants.NONE))
        .isEmpty();
    assertThatExceptionOfType(InvalidCpsPath.class)
        .isThrownBy(() ->
            STORE.queries().query(anchor, "//c[@x=0." + "0".repeat(17_000) + "]", Descendants.NONE))
        .satisfies(
            thrown -> assertThat(thrown.details()).contains("expected a quoted text, a number"));
  }

  @Test
  void refusesManyPlacesInManyAnchors() {
    AnchorRef anchor =
        anchor(
            IntStream.range(0, 200)
                .mapToObj(i ->
                    "container c%d { container d { leaf x { type string; } container e; } } "
                        .formatted(i))
                .collect(Collectors.joining()));
    String dataspace = anchor.dataspace();
    Payload data = Payload.json("{\"m:c7\":{\"d\":{\"x\":\"1\",\"e\":{}}}}");
    STORE.dataNodes().create(anchor, "/", data);
    String path = "//d[@x='1']/e";
    assertThat(STORE.queries().queryDataspace(dataspace, path, Descendants.NONE, null).anchors())
        .hasSize(1);

    SERVER
        .database()
        .execute(
            """
            insert into anchor (dataspace_id, schema_set_id, name)
            select a.dataspace_id, a.schema_set_id, 'x' || n
            from anchor a join dataspace d on d.id = a.dataspace_id, generate_series(1, 30000) n
            where d.name = '%s'
            """
                .formatted(dataspace));

    assertThatExceptionOfType(InvalidCpsPath.class)
        .isThrownBy(() -> STORE.queries().queryDataspace(dataspace, path, Descendants.NONE, null))
        .satisfies(thrown -> assertThat(thrown.details()).contains("too many conditions"));
    assertThat(
            STORE
                .queries()
                .queryDataspace(dataspace, "/c7/d[@x='1']/e", Descendants.NONE, null)
                .anchors())
        .hasSize(1);
  }
}
