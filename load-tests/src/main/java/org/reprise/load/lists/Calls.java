package org.reprise.load.lists;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.List;

/** Requests described as data, as Gatling sends them. */
final class Calls {
  private static final String CALL = "call";
  private static final String STATUS = "status";

  private Calls() {}

  /** One after another. */
  static ChainBuilder chain(String base, List<FlowCall> calls) {
    return exec(calls.stream().map(call -> chain(base, call)).toList());
  }

  static ChainBuilder chain(String base, FlowCall call) {
    var request = request(base, call);
    for (var parameter : call.query().entrySet()) {
      request = request.queryParam(parameter.getKey(), parameter.getValue());
    }
    return noted(call.name(), request, call.status(), call);
  }

  private static HttpRequestActionBuilder request(String base, FlowCall call) {
    var body = call.body();
    var named = http(call.name());
    return body == null
        ? named.get(base + call.path())
        : named
            .post(base + call.path())
            .header("Content-Type", "application/json")
            .body(StringBody(body));
  }

  private static ChainBuilder noted(
      String name, HttpRequestActionBuilder request, int expected, FlowCall call) {
    var checked = expecting(request, expected);
    for (var each : call.remembers().entrySet()) {
      checked = checked.check(jmesPath(each.getValue()).saveAs(each.getKey()));
    }
    return noting(name, checked);
  }

  /** The request with its status noted and checked. */
  static HttpRequestActionBuilder expecting(HttpRequestActionBuilder request, int expected) {
    return request.check(status().saveAs(STATUS), status().is(expected));
  }

  /** The request after its name was noted, for the message where it fails. */
  static ChainBuilder noting(String name, HttpRequestActionBuilder request) {
    return exec(session -> session.set(CALL, name).remove(STATUS)).exec(request);
  }

  /** What the last request of a failed session met. */
  static String failure(Session session) {
    var call = session.contains(CALL) ? session.getString(CALL) : "the first call";
    return session.contains(STATUS)
        ? call + " answered " + session.getInt(STATUS)
        : call + " was not answered";
  }
}
