package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.sample.L2Topology;

/** Dataspaces, schema sets and anchors: what they answer, and which names they refuse. */
class DataspacesIT {
  private static final String YANG =
      """
      module small {
        namespace "urn:reprise:test:small";
        prefix s;
        revision 2026-01-01;
        container small { leaf size { type uint8; } }
      }
      """;

  private final CpsServer server = CpsServer.shared();
  private final CpsClient client = server.client();
  private final String dataspace = CpsServer.freshName("space");

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void createDataspace() {
    Answer created = client.post("/cps/api/v2/dataspaces" + query("dataspace-name", dataspace));
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.body()).isEmpty();
  }

  private String in(String version, String rest) {
    return "/cps/api/" + version + "/dataspaces/" + dataspace + rest;
  }

  private Answer createSchemaSet(String name) {
    return client.upload(
        in("v2", "/schema-sets") + query("schema-set-name", name), "small.yang", bytes(YANG));
  }

  private Answer createAnchor(String schemaSet, String name) {
    return client.post(
        in("v2", "/anchors") + query("schema-set-name", schemaSet, "anchor-name", name));
  }

  private List<String> schemaSets() {
    return client
        .get(in("v2", "/schema-sets"))
        .json()
        .valueStream()
        .map(schemaSet -> schemaSet.get("name").asString())
        .toList();
  }

  static void assertError(Answer answer, String status, String message, String details) {
    assertThat(answer.status())
        .as(answer.toString())
        .isEqualTo(Integer.parseInt(status.substring(0, 3)));
    assertThat(answer.contentType()).isEqualTo("application/json");
    assertThat(answer.json().get("status").asString()).isEqualTo(status);
    assertThat(answer.json().get("message").asString()).isEqualTo(message);
    assertThat(answer.json().get("details").asString()).contains(details);
    assertThat(answer.json().size()).isEqualTo(3);
  }

  @Test
  void dataspacesAreCreatedListedAndDeleted() {
    createDataspace();
    String other = CpsServer.freshName("space");
    Answer first = client.post("/cps/api/v1/dataspaces" + query("dataspace-name", other));
    assertThat(first.status()).isEqualTo(201);
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
  @ValueSource(
      strings = {
        "a b", "a!b", "a\"b", "a#b", "a$b", "a%b", "a&b", "a'b", "a(b", "a)b", "a*b", "a+b", "a,b",
        "a.b", "a/b", "a\\b", "a:b", "a;b", "a<b", "a>b", "a?b", "a@b", "a[b", "a]b", "a^b", "a`b",
        "a{b", "a|b", "a}b", "a~b", "a=b", "a\u0000b", "a\nb", "a\u007fb", ""
      })
  void validatesNames(String name) {
    createDataspace();
    createSchemaSet("s");
    var before = server.rows();

    assertError(
        client.post("/cps/api/v2/dataspaces" + query("dataspace-name", name)),
        "400 BAD_REQUEST",
        "Name or ID Validation Error",
        "dataspace-name");
    assertError(
        createAnchor("s", name), "400 BAD_REQUEST", "Name or ID Validation Error", "anchor-name");
    assertThat(server.rows()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", ".", "..", "a/b", "a\\b", "a%b", "a;b", "a,b", "a\u0000b", "a\nb"})
  void refusesSchemaSetNamesThatNoPathCanContain(String name) {
    createDataspace();
    assertError(
        createSchemaSet(name), "400 BAD_REQUEST", "Name or ID Validation Error", "schema-set-name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"my schema set", "ietf.l2 (2020)", "a:b@2020-11-15", "a+b=c"})
  void acceptsSpacesAndPunctuationInSchemaSetNames(String name) {
    createDataspace();
    assertThat(createSchemaSet(name).status()).isEqualTo(201);
    assertThat(createAnchor(name, "a").status()).isEqualTo(201);
    assertThat(
            client
                .get(in("v2", "/anchors") + query("schema-set-names", name))
                .json()
                .findValuesAsString("schemaSetName"))
        .containsExactly(name);
    String path = in("v2", "/schema-sets/" + query("", name).substring(2).replace("+", "%20"));
    assertThat(client.get(path).json().get("name").asString()).isEqualTo(name);
    client.delete(in("v2", "/anchors/a"));
    assertThat(client.delete(path).status()).isEqualTo(204);
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

  @Test
  void listsModulesOfSourcesStoredByAnOlderVersion() throws SQLException {
    createDataspace();
    createSchemaSet("s");
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("update yang_sources set modules = null");
    }
    for (int i = 0; i < 2; i++) {
      assertThat(
              client
                  .get(in("v2", "/schema-sets"))
                  .json()
                  .at("/0/moduleReferences/0/name")
                  .asString())
          .isEqualTo("small");
    }
    assertThat(
            server.count(
                "select count(*) from yang_sources y join schema_set s on s.digest = y.digest"
                    + " join dataspace d on d.id = s.dataspace_id"
                    + " where d.name = '%s' and y.modules is null".formatted(dataspace)))
        .isZero();
  }

  @Test
  void acceptsLongAndNonAsciiNames() {
    createDataspace();
    createSchemaSet("s");

    assertThat(createAnchor("s", "x".repeat(255)).status()).isEqualTo(201);
    assertThat(createAnchor("s", "Ünïcödé-名前-\uD83C\uDF32").status()).isEqualTo(201);
    assertError(
        createAnchor("s", "x".repeat(256)),
        "400 BAD_REQUEST",
        "Name or ID Validation Error",
        "255");
    assertThat(client.get(in("v2", "/anchors/" + "x".repeat(255))).status()).isEqualTo(200);
  }

  @Test
  void readingAnInvalidNameIsNotFound() {
    createDataspace();
    for (Answer answer :
        new Answer[] {
          client.delete("/cps/api/v2/dataspaces" + query("dataspace-name", "a\u0000b")),
          createAnchor("\u0000", "a")
        }) {
      assertError(answer, "400 BAD_REQUEST", "Invalid request", "U+0000");
    }
  }

  @Test
  void refusesMissingParameters() {
    createDataspace();
    assertError(
        client.post("/cps/api/v2/dataspaces"), "400 BAD_REQUEST", "Bad Request", "dataspace-name");
    assertError(
        client.delete("/cps/api/v2/dataspaces"),
        "400 BAD_REQUEST",
        "Bad Request",
        "dataspace-name");
    assertError(
        client.post(in("v2", "/anchors") + query("anchor-name", "a")),
        "400 BAD_REQUEST",
        "Bad Request",
        "schema-set-name");
    assertError(
        client.upload(in("v2", "/schema-sets"), "small.yang", bytes(YANG)),
        "400 BAD_REQUEST",
        "Bad Request",
        "schema-set-name");
    assertError(
        client.upload(
            in("v2", "/schema-sets") + query("schema-set-name", "s"),
            "other",
            "small.yang",
            bytes(YANG)),
        "400 BAD_REQUEST",
        "Bad Request",
        "file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"v0", "v3", "v4", "V2", "2", "v22"})
  void unknownVersionsAreNotFound(String version) {
    Answer answer =
        client.post("/cps/api/" + version + "/dataspaces" + query("dataspace-name", dataspace));

    assertError(answer, "404 NOT_FOUND", "Not Found", version);
    assertThat(client.get("/cps/api/" + version + "/admin/dataspaces").status()).isEqualTo(404);
  }

  @Test
  void refusesOtherMethodsAndMediaTypes() {
    createDataspace();
    Answer put = client.send("PUT", "/cps/api/v2/dataspaces", BodyPublishers.noBody());
    assertError(put, "405 METHOD_NOT_ALLOWED", "Method Not Allowed", "PUT");
    assertThat(put.response().headers().firstValue("Allow"))
        .hasValueSatisfying(allowed -> assertThat(allowed).contains("POST").contains("DELETE"));
    assertError(
        client.json("POST", in("v2", "/schema-sets") + query("schema-set-name", "s"), "{}"),
        "415 UNSUPPORTED_MEDIA_TYPE",
        "Unsupported Media Type",
        "application/json");
    assertError(client.get("/cps/api/v2/nothing"), "404 NOT_FOUND", "Not Found", "nothing");
  }
}
