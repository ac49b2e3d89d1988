package org.reprise.load.gc;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.RunningApplications;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.clm.ServiceTimes;
import org.reprise.load.clm.SimulatedApplications;
import org.reprise.load.engine.Role;
import org.reprise.load.process.Shares;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.ServicesTarget;
import org.reprise.localstack.Database;

/**
 * The report's environment: each application a process of its own, the authentication server, and
 * the service of global configurations.
 */
record GcTarget(ServicesTarget services) {
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);
  private static final Duration LONGEST_FILL = Duration.ofMinutes(10);

  /**
   * Starts all of it.
   *
   * @param times that the applications simulate when they are told to
   * @param more further variables of the service
   * @param logs where processes write to
   * @param progress hears each step
   */
  static ServicesTarget open(
      Shares shares,
      ServiceTimes times,
      Map<String, String> more,
      Home home,
      Path logs,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    var modules = List.of(Applications.MODULE, GcServices.MODULE);
    var target = ServicesTarget.open(modules, shares, home, logs, progress);
    try {
      target.start(GcServices.JTS, application(target, GcServices.JTS, Map.of()));
      var calls = Applications.callsOf(target.reserve(GcServices.GC), target.credentials());
      calls.put("REPRISE_TRS_AUTHENTICATION_HOP", target.origin(GcServices.JTS).toString());
      calls.putAll(RunningApplications.FEW_CONNECTIONS);
      calls.putAll(times.variables());
      for (var application : Applications.ALL) {
        target.start(application, application(target, application, calls));
      }
      target.start(
          GcServices.GC,
          GcServices.service(
              target.database(GcServices.GC),
              target.credentials(),
              target.origins(Applications.ALL),
              GcServices.asking(times, more)));
      return target;
    } catch (IOException | InterruptedException | RuntimeException e) {
      target.close();
      throw e;
    }
  }

  private static ServiceProcess.Service application(
      ServicesTarget target, String name, Map<String, String> more) {
    var started = Applications.ALL.stream().filter(target.services()::containsKey).toList();
    return Applications.service(
        target.database(name), target.credentials(), List.of(name), target.origins(started), more);
  }

  /** Of the users of all services. */
  Credentials credentials() {
    return services.credentials();
  }

  /** The address of the service. */
  URI origin() {
    return services.origin(GcServices.GC);
  }

  /** What the URIs of global configurations begin with. */
  String configurations() {
    return origin() + "/gc/configuration/";
  }

  /** The addresses of the applications, by their names. */
  Map<String, String> applications() {
    var origins = new LinkedHashMap<String, String>();
    Applications.ALL.forEach(it -> origins.put(it, services.origin(it).toString()));
    return origins;
  }

  /** The applications, which may be told to take their time. */
  SimulatedApplications simulated(ServiceTimes times) {
    return new RunningApplications(services).simulated(times);
  }

  /** Asks the services as their clients do. */
  ServiceCalls calls() {
    return new ServiceCalls(credentials(), LONGEST_ANSWER);
  }

  /** Fills the applications, and the service with configurations of theirs. */
  void fill(double scale, long seed) throws IOException, InterruptedException {
    var applications = new RunningApplications(services);
    for (var application : Applications.ALL) {
      applications.fill(application, scale, seed);
    }
    try (var calls = new ServiceCalls(credentials(), LONGEST_FILL)) {
      var unused = calls.post(origin().resolve("/gc/fill?scale=1&seed=" + seed), "");
    }
  }

  /** The database of the service. */
  Database database() {
    return services.database(GcServices.GC);
  }

  /** Every process that is watched. */
  List<Role> roles() {
    return Role.of(services, database());
  }
}
