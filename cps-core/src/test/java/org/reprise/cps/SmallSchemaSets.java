package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.reprise.cps.CpsClient.Answer;

/** A dataspace for a schema set of one small module. */
abstract class SmallSchemaSets {
  static final String YANG =
      """
      module small {
        namespace "urn:reprise:test:small";
        prefix s;
        revision 2026-01-01;
        container small { leaf size { type uint8; } }
      }
      """;

  final CpsServer server = CpsServer.shared();
  final CpsClient client = server.client();
  final String dataspace = CpsServer.freshName("space");

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  void createDataspace() {
    Answer created = client.post("/cps/api/v2/dataspaces" + query("dataspace-name", dataspace));
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.body()).isEmpty();
  }

  String in(String version, String rest) {
    return "/cps/api/" + version + "/dataspaces/" + dataspace + rest;
  }

  Answer createSchemaSet(String name) {
    return client.upload(
        in("v2", "/schema-sets") + query("schema-set-name", name), "small.yang", bytes(YANG));
  }

  Answer createAnchor(String schemaSet, String name) {
    return client.post(
        in("v2", "/anchors") + query("schema-set-name", schemaSet, "anchor-name", name));
  }

  List<String> schemaSets() {
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
}
