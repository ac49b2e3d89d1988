package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;

import org.reprise.cps.CpsClient.Answer;

/** One anchor of the shared server, spoken to over HTTP; apostrophes stand for quotes in JSON. */
record TestAnchor(CpsServer server, String dataspace, String name) {
  /** A new anchor of the schema set of all types. */
  static TestAnchor ofTrees() {
    CpsServer server = CpsServer.shared();
    String dataspace = server.treesDataspace();
    server.store().anchors().create(dataspace, "trees", "a");
    return new TestAnchor(server, dataspace, "a");
  }

  CpsClient client() {
    return server.client();
  }

  String path(String version, String operation, String... parameters) {
    return CpsClient.anchor(version, dataspace, name)
        + "/"
        + operation
        + (parameters.length == 0 ? "" : query(parameters));
  }

  Answer json(String method, String operation, String body, String... parameters) {
    return client().json(method, path("v2", operation, parameters), body.replace('\'', '"'));
  }

  Answer xml(String method, String body, String... parameters) {
    return client().xml(method, path("v2", "nodes", parameters), body);
  }

  Answer delete(String operation, String... parameters) {
    return client().delete(path("v2", operation, parameters));
  }

  Answer get(String version, String... parameters) {
    return client().get(path(version, "node", parameters));
  }

  void stored(String body) {
    Answer answer = json("POST", "nodes", body);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    assertThat(answer.body()).isEmpty();
  }

  /** All data in version 3's form; empty where there is none. */
  String whole() {
    Answer answer = get("v3", "descendants", "all");
    return answer.status() == 404 ? "" : answer.body().replace('"', '\'');
  }
}
