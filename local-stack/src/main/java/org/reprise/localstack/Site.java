package org.reprise.localstack;

import java.util.function.Consumer;

/**
 * Where and as whom servers run.
 *
 * @param user as whom PostgreSQL's programs run
 * @param directories where the programs and what is thrown away are
 */
record Site(ServerUser user, StackDirectories directories) {

  static Site usual() {
    ServerUser user = ServerUser.detect();
    return new Site(user, StackDirectories.of(user));
  }

  /** Finds or unpacks the programs. */
  PostgresLaunch launch(boolean detached, Consumer<String> progress) {
    PostgresPrograms programs =
        PostgresPrograms.in(directories.cache(), PostgresPlatform.current(), progress);
    return new PostgresLaunch(programs, user, detached);
  }
}
