package org.reprise.load.lists;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.CheckBuilder;

/** Requests below a base. {@code #{name}} stands for what an answer before has left. */
record Requests(String base) {
  /** Saves a value of an answer, by where it stands in it (JMESPath). */
  static CheckBuilder save(String name, String path) {
    return jmesPath(path).saveAs(name);
  }

  ChainBuilder get(String name, String path, CheckBuilder... checks) {
    return call(name, http(name).get(base + path).check(checks), 200);
  }

  ChainBuilder search(String name, String path, String cql, CheckBuilder... checks) {
    return call(name, http(name).get(base + path).queryParam("query", cql).check(checks), 200);
  }

  ChainBuilder post(String name, String path, String json, int status, CheckBuilder... checks) {
    // mod-lists answers 200 where its description says 201.
    return call(
        name,
        http(name)
            .post(base + path)
            .header("Content-Type", "application/json")
            .body(StringBody(json))
            .check(checks),
        200,
        status);
  }
}
