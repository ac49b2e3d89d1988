package org.reprise.load.gc;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.RunningApplications;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Deployment;

/**
 * The report's environment: each application a process of its own, the authentication server, and
 * the service of global configurations.
 */
record GcTarget(Deployment deployment) {
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);
  private static final Duration LONGEST_FILL = Duration.ofMinutes(10);

  Credentials credentials() {
    return deployment.credentials();
  }

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
    var origins = Stream.concat(Stream.of(GcServices.GC), Applications.ALL.stream());
    return new ServiceCalls(
        credentials(), LONGEST_ANSWER, origins.map(deployment::origin).toArray(URI[]::new));
  }

  /** Fills the applications, and the service with configurations of theirs. */
  void fill(double scale, long seed) throws IOException, InterruptedException {
    var applications = new RunningApplications(deployment);
    for (var application : Applications.ALL) {
      applications.fill(application, scale, seed);
    }
    try (var calls = new ServiceCalls(credentials(), LONGEST_FILL, origin())) {
      var unused = calls.post(origin().resolve("/gc/fill?scale=1&seed=" + seed), "");
    }
  }
}
