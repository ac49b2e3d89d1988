package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;

/**
 * What ONAP's acceptance suite (csit/tests of onap/cps: actuator, cps-admin, cps-data) asks and
 * expects, in the same order, with a model of our own that has the same names.
 */
class OnapClientsIT {
  private static final String MODULE =
      """
      module test-tree {
        yang-version 1.1;
        namespace "urn:reprise:test:test-tree";
        prefix tree;
        revision 2026-01-01;
        container test-tree {
          list branch {
            key name;
            leaf name { type string; }
            container nest {
              leaf name { type string; }
              leaf-list birds { type string; }
            }
          }
        }
      }
      """;

  private static final String TREE =
      """
      {"test-tree": {"branch": [
        {"name": "Left/left", "nest": {"name": "Small/small", "birds": ["Wren", "Robin"]}},
        {"name": "Right", "nest": {"name": "Big", "birds": ["Owl", "Rook", "Crow"]}}]}}
      """;

  private static final String PATCH =
      """
      {"name": "Right", "nest": {"name": "Bigger", "birds": ["Eagle", "Kite"]}}
      """;

  private final CpsServer server = CpsServer.shared();
  private final CpsClient client = server.client();
  private final String dataspace = CpsServer.freshName("CSIT-Dataspace");

  private String in(String version, String rest) {
    return "/cps/api/" + version + "/dataspaces/" + dataspace + rest;
  }

  private static void answers(int status, Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
  }

  private static byte[] zip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("test-tree@2026-01-01.yang"));
      zip.write(MODULE.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void healthIsOpenAndUp() {
    Answer health = server.client("", "").get("/actuator/health");

    answers(200, health);
    assertThat(health.body()).contains("UP").doesNotContain("DOWN");
  }

  @Test
  void passesTheStepsOfOnapsAcceptanceSuite() throws IOException {
    answers(201, client.post("/cps/api/v1/dataspaces" + query("dataspace-name", dataspace)));
    answers(
        201,
        client.upload(
            in("v1", "/schema-sets") + query("schema-set-name", "CSIT-SchemaSet"),
            "test.yang",
            MODULE.getBytes(StandardCharsets.UTF_8)));
    answers(
        201,
        client.upload(
            in("v1", "/schema-sets") + query("schema-set-name", "ZipTestSchemaSet"),
            "test.zip",
            zip()));
    Answer schemaSet = client.get(in("v1", "/schema-sets/CSIT-SchemaSet"));
    answers(200, schemaSet);
    assertThat(schemaSet.json().get("name").asString()).isEqualTo("CSIT-SchemaSet");
    assertThat(schemaSet.json().get("dataspaceName").asString()).isEqualTo(dataspace);
    answers(
        201,
        client.post(
            in("v1", "/anchors")
                + query("schema-set-name", "CSIT-SchemaSet", "anchor-name", "CSIT-Anchor")));

    answers(201, client.json("POST", in("v1", "/anchors/CSIT-Anchor/nodes"), TREE));
    Answer left = nest("v1", "Left/left");
    answers(200, left);
    assertThat(left.json().at("/tree:nest/name").asString()).isEqualTo("Small/small");
    String right = in("v1", "/anchors/CSIT-Anchor/nodes") + query("xpath", branch("Right"));
    answers(200, client.json("PATCH", right, PATCH));
    Answer patched = nest("v1", "Right");
    assertThat(patched.json().at("/tree:nest/name").asString()).isEqualTo("Bigger");
    assertThat(patched.json().at("/tree:nest/birds").toString()).isEqualTo("[\"Eagle\",\"Kite\"]");
    assertThat(nest("v2", "Right").json().at("/0/tree:nest/name").asString()).isEqualTo("Bigger");
    // Unlike the original, which has the prefix here, too: RFC 7951, section 4.
    assertThat(nest("v3", "Right").json().at("/test-tree:nest/name").asString())
        .isEqualTo("Bigger");
  }

  private Answer nest(String version, String name) {
    return client.get(
        in(version, "/anchors/CSIT-Anchor/node") + query("xpath", branch(name) + "/nest"));
  }

  private static String branch(String name) {
    return "/test-tree/branch[@name='" + name + "']";
  }
}
