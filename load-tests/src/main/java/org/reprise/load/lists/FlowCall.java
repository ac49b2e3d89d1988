package org.reprise.load.lists;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.ChainBuilder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.generator.Turn;

/**
 * One request of a flow: what is sent and what of the answer is remembered for the requests behind
 * it. {@code #{name}} stands for something remembered.
 *
 * @param path below the service's base
 * @param query parameters, not encoded
 * @param body JSON; null in a GET
 * @param status of the answer; any other is an error
 * @param remembers names and where their values stand in the answer (JMESPath)
 */
record FlowCall(
    String name,
    String path,
    Map<String, String> query,
    @Nullable String body,
    int status,
    Map<String, String> remembers) {

  FlowCall {
    query = Collections.unmodifiableMap(new LinkedHashMap<>(query));
    remembers = Collections.unmodifiableMap(new LinkedHashMap<>(remembers));
  }

  static FlowCall get(String name, String path) {
    return new FlowCall(name, path, Map.of(), null, 200, Map.of());
  }

  static FlowCall post(String name, String path, String body, int status) {
    return new FlowCall(name, path, Map.of(), body, status, Map.of());
  }

  FlowCall with(String parameter, String value) {
    return new FlowCall(name, path, and(query, parameter, value), body, status, remembers);
  }

  /** The same, and it remembers one more value. */
  FlowCall remembering(String what, String where) {
    return new FlowCall(name, path, query, body, status, and(remembers, what, where));
  }

  /** As Gatling sends it. */
  ChainBuilder sent(String base) {
    var named = http(name);
    var request =
        body == null
            ? named.get(base + path)
            : named
                .post(base + path)
                .header("Content-Type", "application/json")
                .body(StringBody(body));
    for (var parameter : query.entrySet()) {
      request = request.queryParam(parameter.getKey(), parameter.getValue());
    }
    for (var each : remembers.entrySet()) {
      request = request.check(jmesPath(each.getValue()).saveAs(each.getKey()));
    }
    return Turn.call(name, request, status);
  }

  private static Map<String, String> and(Map<String, String> map, String key, String value) {
    var more = new LinkedHashMap<>(map);
    more.put(key, value);
    return more;
  }
}
