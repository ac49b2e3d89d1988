package org.reprise.localstack.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Waits that name no limit of their own end after half an hour: Awaitility's ten seconds are too
 * few where a machine has other work. JUnit finds it as a service.
 */
public final class LongWaits implements LauncherSessionListener {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(LIMIT);
  }
}
