package org.reprise.load.ldx;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Sql;

/** The report's environment: each application a process of its own, and the index. */
record LdxTarget(Deployment deployment) {
  long members(String application) throws SQLException {
    return number(application, "select count(*) from version where application = ? and tracked");
  }

  long newestEvent(String application) throws SQLException {
    return number(
        application, "select coalesce(max(last_position), 0) from feed where application = ?");
  }

  private boolean isIndexed(String application) throws SQLException {
    // Changes that are committed and have no order so far.
    if (number(application, "select count(*) from change where application = ?") > 0
        || !index().isCurrent(application)) {
      return false;
    }
    var cutoff =
        number(application, "select coalesce(max(cutoff), 0) from base where application = ?");
    return index().syncOrder(application, cutoff) >= newestEvent(application);
  }

  private long number(String application, String query) throws SQLException {
    try (var connection = deployment.database(application).connect()) {
      return Sql.numbers(connection, query, application).getFirst();
    }
  }

  IndexDatabase index() {
    return new IndexDatabase(deployment.database(LdxSuite.LDX));
  }

  BackLinks backLinks() {
    return new BackLinks(deployment.origin(LdxSuite.LDX), deployment.credentials());
  }

  /** Waits until the index has read every change of an application; empty, or why it has not. */
  Optional<String> behind(String application, Duration limit)
      throws SQLException, InterruptedException {
    return IndexDatabase.await(limit, IndexDatabase.LOOK, () -> isIndexed(application))
        ? Optional.empty()
        : Optional.of(
            "after %d s not every change of %s is indexed; the index says: %s"
                .formatted(limit.toSeconds(), application, index().failure(application)));
  }
}
