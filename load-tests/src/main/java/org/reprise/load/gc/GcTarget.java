package org.reprise.load.gc;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.deploy.Deployment;

/**
 * The report's environment: each application a process of its own, the authentication server, and
 * the service of global configurations.
 */
record GcTarget(Deployment deployment) {
  private static final Pattern ANSWERED =
      Pattern.compile("(?m)^http_server_requests_seconds_count\\{.*\\buri=\"/gc.*}\\s+(\\S+)$");

  URI origin() {
    return deployment.origin(GcServices.GC);
  }

  /** What the URIs of global configurations begin with. */
  String configurations() {
    return origin() + "/gc/configuration/";
  }

  Map<String, String> applications() {
    var origins = new LinkedHashMap<String, String>();
    Applications.ALL.forEach(it -> origins.put(it, deployment.origin(it).toString()));
    return origins;
  }

  /** Calls of the service, and of the applications whose configurations it names. */
  ServiceCalls calls() {
    var origins =
        Stream.concat(Stream.of(GcServices.GC), Applications.ALL.stream())
            .map(deployment::origin)
            .toArray(URI[]::new);
    return new ServiceCalls(deployment.credentials(), Duration.ofSeconds(30), origins);
  }

  /** How many requests of global configurations the service has answered, by its metrics. */
  double answered() throws IOException, InterruptedException {
    try (var calls = calls()) {
      return answered(calls.get(origin().resolve("/actuator/prometheus"), "text/plain"));
    }
  }

  static double answered(String metrics) {
    return ANSWERED
        .matcher(metrics)
        .results()
        .mapToDouble(it -> Double.parseDouble(it.group(1)))
        .sum();
  }
}
