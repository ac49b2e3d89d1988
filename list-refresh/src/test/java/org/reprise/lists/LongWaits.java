package org.reprise.lists;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Waits that name no limit of their own end after a minute. Awaitility's ten seconds are too few
 * where a machine has other work. For all tests of the module, which find it as a service.
 */
public final class LongWaits implements BeforeAllCallback {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LIMIT);
  }
}
