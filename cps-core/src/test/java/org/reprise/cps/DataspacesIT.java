package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.sample.L2Topology;

/** Dataspaces, schema sets and anchors: what they answer. */
class DataspacesIT extends SmallSchemaSets {
  @Test
  void dataspacesAreCreatedListedAndDeleted() {
    createDataspace();
    String other = CpsServer.freshName("space");
    Answer first = client.post("/cps/api/v1/dataspaces" + query("dataspace-name", other));
    assertThat(first.status()).isEqualTo(201);
    assertThat(first.contentType()).isEqualTo("application/json");
    assertThat(first.body()).isEqualTo(other);

    for (String version : new String[] {"v1", "v2"}) {
      Answer all = client.get("/cps/api/" + version + "/admin/dataspaces");
      assertThat(all.status()).isEqualTo(200);
      assertThat(all.json().findValuesAsString("name")).contains(dataspace, other).isSorted();
      Answer one = client.get("/cps/api/" + version + "/admin/dataspaces/" + dataspace);
      assertThat(one.body()).isEqualTo("{\"name\":\"" + dataspace + "\"}");
    }
    assertThat(client.delete("/cps/api/v1/dataspaces" + query("dataspace-name", other)).status())
        .isEqualTo(204);
    assertThat(
            client.delete("/cps/api/v2/dataspaces" + query("dataspace-name", dataspace)).status())
        .isEqualTo(204);
    assertError(
        client.get("/cps/api/v2/admin/dataspaces/" + dataspace),
        "400 BAD_REQUEST",
        "Dataspace not found",
        dataspace);
    assertError(
        client.delete("/cps/api/v2/dataspaces" + query("dataspace-name", dataspace)),
        "400 BAD_REQUEST",
        "Dataspace not found",
        dataspace);
  }

  @Test
  void dataspaceInUseIsNotDeleted() {
    createDataspace();
    createSchemaSet("s");

    assertError(
        client.delete("/cps/api/v2/dataspaces" + query("dataspace-name", dataspace)),
        "409 CONFLICT",
        "Data in use",
        dataspace);
    assertError(
        client.post("/cps/api/v2/dataspaces" + query("dataspace-name", dataspace)),
        "409 CONFLICT",
        "Already defined exception",
        dataspace);
  }

  @Test
  void schemaSetsAreCreatedFromYangAndZip() {
    createDataspace();
    assertThat(createSchemaSet("small").status()).isEqualTo(201);
    Answer zipped =
        client.upload(
            in("v1", "/schema-sets") + query("schema-set-name", "topology"),
            "topology.zip",
            L2Topology.yangZip());
    assertThat(zipped.status()).isEqualTo(201);
    assertThat(zipped.body()).isEqualTo("topology");

    Answer all = client.get(in("v2", "/schema-sets"));
    assertThat(schemaSets()).containsExactly("small", "topology");
    assertThat(all.json().get(0).get("dataspaceName").asString()).isEqualTo(dataspace);
    assertThat(all.json().get(0).get("moduleReferences").get(0).get("namespace").asString())
        .isEqualTo("urn:reprise:test:small");
    assertThat(all.json().get(1).get("moduleReferences").size()).isEqualTo(11);
    Answer one = client.get(in("v1", "/schema-sets/small"));
    assertThat(one.body())
        .isEqualTo(
            """
            {"dataspaceName":"%s","name":"small","moduleReferences":[\
            {"name":"small","revision":"2026-01-01","namespace":"urn:reprise:test:small"}]}\
            """
                .formatted(dataspace));
    assertThat(client.get(in("v2", "/schema-sets/topology")).json().get("moduleReferences").size())
        .isEqualTo(11);
    assertError(createSchemaSet("small"), "409 CONFLICT", "Already defined exception", "small");
    assertThat(client.delete(in("v2", "/schema-sets/small")).status()).isEqualTo(204);
    assertError(
        client.get(in("v2", "/schema-sets/small")),
        "400 BAD_REQUEST",
        "Schema Set not found",
        "small");
    assertError(
        client.delete(in("v2", "/schema-sets/small")),
        "400 BAD_REQUEST",
        "Schema Set not found",
        "small");
  }

  @Test
  void schemaSetInUseIsNotDeleted() {
    createDataspace();
    createSchemaSet("s");
    createAnchor("s", "a");

    assertError(client.delete(in("v2", "/schema-sets/s")), "409 CONFLICT", "Data in use", "anchor");
    client.delete(in("v2", "/anchors/a"));
    assertThat(client.delete(in("v2", "/schema-sets/s")).status()).isEqualTo(204);
  }

  @Test
  void cleanDeletesSchemaSetsWithoutAnchors() {
    createDataspace();
    createSchemaSet("used");
    createSchemaSet("unused");
    createAnchor("used", "a");

    Answer cleaned = client.post("/cps/api/v2/admin/dataspaces/" + dataspace + "/actions/clean");

    assertThat(cleaned.status()).isEqualTo(204);
    assertThat(schemaSets()).containsExactly("used");
    assertError(
        client.post("/cps/api/v1/admin/dataspaces/unknown/actions/clean"),
        "400 BAD_REQUEST",
        "Dataspace not found",
        "unknown");
  }

  @Test
  void anchorsAreCreatedListedAndDeleted() {
    createDataspace();
    createSchemaSet("s1");
    createSchemaSet("s2");
    Answer created = createAnchor("s1", "b");
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.body()).isEmpty();
    Answer first =
        client.post(in("v1", "/anchors") + query("schema-set-name", "s2", "anchor-name", "a"));
    assertThat(first.status()).isEqualTo(201);
    assertThat(first.body()).isEqualTo("a");

    assertThat(client.get(in("v2", "/anchors")).json().findValuesAsString("name"))
        .containsExactly("a", "b");
    assertThat(
            client
                .get(in("v1", "/anchors") + query("schema-set-names", "s2,other"))
                .json()
                .findValuesAsString("name"))
        .containsExactly("a");
    assertThat(client.get(in("v2", "/anchors/b")).body())
        .isEqualTo(
            "{\"name\":\"b\",\"dataspaceName\":\"%s\",\"schemaSetName\":\"s1\"}"
                .formatted(dataspace));
    assertError(createAnchor("s2", "b"), "409 CONFLICT", "Already defined exception", "b");
    assertError(createAnchor("s3", "c"), "400 BAD_REQUEST", "Schema Set not found", "s3");
    assertThat(client.delete(in("v1", "/anchors/a")).status()).isEqualTo(204);
    assertError(
        client.delete(in("v2", "/anchors/a")), "400 BAD_REQUEST", "Anchor not found", dataspace);
    assertError(
        client.get(in("v2", "/anchors/a")), "400 BAD_REQUEST", "Anchor not found", dataspace);
    assertError(
        client.post(
            "/cps/api/v2/dataspaces/none/anchors"
                + query("schema-set-name", "s1", "anchor-name", "c")),
        "400 BAD_REQUEST",
        "Dataspace not found",
        "none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"small.YANG", "dir/Small.Yang"})
  void acceptsFileExtensionsInCapitals(String fileName) {
    createDataspace();
    Answer created =
        client.upload(
            in("v2", "/schema-sets") + query("schema-set-name", "s"), fileName, bytes(YANG));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    Answer zipped =
        client.upload(
            in("v2", "/schema-sets") + query("schema-set-name", "zipped"),
            "TOPOLOGY.ZIP",
            L2Topology.yangZip());
    assertThat(zipped.status()).as(zipped.toString()).isEqualTo(201);
  }
}
