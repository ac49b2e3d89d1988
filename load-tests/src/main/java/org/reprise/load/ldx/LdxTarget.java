package org.reprise.load.ldx;

import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Deployment;

/** The report's environment: each application a process of its own, and the index. */
record LdxTarget(Deployment deployment) {
  Credentials credentials() {
    return deployment.credentials();
  }

  URI origin(String role) {
    return deployment.origin(role);
  }

  /** Where an application makes artifacts of its first project. */
  URI factory(String application) {
    return origin(application).resolve("/%s/oslc/projects/1/resources".formatted(application));
  }

  FeedDatabase feed(String application) {
    return new FeedDatabase(application, deployment.database(application));
  }

  IndexDatabase index() {
    return new IndexDatabase(deployment.database(LdxServices.LDX));
  }

  BackLinks backLinks() {
    return new BackLinks(origin(LdxServices.LDX), credentials());
  }

  /**
   * Waits until the index has read every change of an application.
   *
   * @throws IllegalStateException where it does not in time, with what the index says
   */
  void awaitIndexed(String application, Duration limit) throws SQLException, InterruptedException {
    var feed = feed(application);
    try {
      IndexDatabase.await(
          "every change of %s is indexed".formatted(application),
          limit,
          IndexDatabase.LOOK,
          () ->
              feed.unpublished() == 0
                  && index().isCurrent(application)
                  && index().syncOrder(application, feed.baseCutoff()) >= feed.newestEvent());
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          e.getMessage() + "; the index says: " + index().failure(application), e);
    }
  }
}
