package org.reprise.load.ldx;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.BackLinks;
import org.reprise.load.clm.RunningApplications;
import org.reprise.load.clm.Waiting;
import org.reprise.load.engine.Role;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.ServicesTarget;

/** The report's environment: each application a process of its own, and the index. */
record LdxTarget(ServicesTarget services) {
  /**
   * Starts all of it.
   *
   * @param more further variables of all services
   * @param logs where processes write to
   * @param progress hears each step
   */
  static ServicesTarget open(
      LdxPlan plan, Map<String, String> more, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    var modules = List.of(Applications.MODULE, LdxServices.INDEX);
    var target = ServicesTarget.open(modules, plan.shares(), home, logs, progress);
    var ofFeeds = new HashMap<>(more);
    ofFeeds.putAll(plan.serviceTimes().variables());
    ofFeeds.putAll(RunningApplications.FEW_CONNECTIONS);
    try {
      for (var application : Applications.ALL) {
        target.start(
            application,
            Applications.service(
                target.database(application),
                target.credentials(),
                List.of(application),
                target.origins(target.services().keySet()),
                ofFeeds));
      }
      target.start(
          LdxServices.LDX,
          LdxServices.index(
              target.database(LdxServices.LDX),
              target.credentials(),
              target.origins(LdxServices.SOURCES),
              Set.of(),
              plan.profile().poll(),
              // Whoever asks says no configuration: global ones are not part of this report's half.
              with(more, "REPRISE_LDX_QUERY_VERSIONSWITHOUTCONTEXT", "true")));
      return target;
    } catch (IOException | InterruptedException | RuntimeException e) {
      target.close();
      throw e;
    }
  }

  private static Map<String, String> with(Map<String, String> more, String name, String value) {
    var all = new HashMap<>(more);
    all.put(name, value);
    return all;
  }

  /** Of the users of all services. */
  Credentials credentials() {
    return services.credentials();
  }

  /** The address of an application, or of the index. */
  URI origin(String role) {
    return services.origin(role);
  }

  /** The applications. */
  RunningApplications applications() {
    return new RunningApplications(services);
  }

  /** The index by its database. */
  IndexDatabase index() {
    return new IndexDatabase(services.database(LdxServices.LDX));
  }

  /**
   * Waits until the index has read every change of an application.
   *
   * @throws IllegalStateException where it does not in time, with what the index says
   */
  void awaitIndexed(String application, Duration limit) throws SQLException, InterruptedException {
    var feed = applications().feed(application);
    try {
      Waiting.until(
          "every change of %s is indexed".formatted(application),
          limit,
          () ->
              feed.unpublished() == 0
                  && index().isCurrent(application)
                  && index().syncOrder(application, feed.baseCutoff()) >= feed.newestEvent());
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          e.getMessage() + "; the index says: " + index().failure(application), e);
    }
  }

  /** Asks the index as applications do. */
  BackLinks backLinks() {
    return new BackLinks(origin(LdxServices.LDX), credentials());
  }

  /** Every process that is watched. */
  List<Role> roles() {
    return Role.of(services, index().database());
  }
}
