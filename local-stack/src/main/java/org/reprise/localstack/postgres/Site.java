package org.reprise.localstack.postgres;

import java.util.List;
import java.util.function.Consumer;
import org.reprise.localstack.process.LocalProcess;
import org.reprise.localstack.process.StackDirectories;

/**
 * The place and the user of servers.
 *
 * @param user as whom PostgreSQL's programs run
 * @param directories where the programs and what is thrown away are
 * @param launcher what servers are launched by, see {@link LocalProcess.Builder#launchedBy}
 */
record Site(ServerUser user, StackDirectories directories, List<String> launcher) {
  Site {
    launcher = List.copyOf(launcher);
  }

  static Site usual() {
    ServerUser user = ServerUser.detect();
    return new Site(user, StackDirectories.preferring(user.cacheDirectory()), List.of());
  }

  /** The same for servers that are launched by something else. */
  Site launchedBy(List<String> words) {
    return new Site(user, directories, words);
  }

  PostgresLaunch launch(boolean detached, Consumer<String> progress) {
    PostgresPrograms programs =
        PostgresPrograms.in(directories.cache(), PostgresPlatform.current(), progress);
    return new PostgresLaunch(programs, user, detached, launcher);
  }
}
