package org.reprise.load.gc;

import org.reprise.load.generator.Properties;
import org.reprise.load.generator.RepriseSimulation;

/**
 * Users of global configurations. It is started by {@code reprise run gc}, which fills the service
 * and its applications and says what there is: there is no load by hand.
 */
public final class GcSimulation extends RepriseSimulation {
  public GcSimulation() {
    super(() -> {
      throw new IllegalArgumentException(
          "users need to know what there is: use reprise run gc --experiment ID");
    });
    inject(new GcFlow(load().settings(GcLoad.class), Properties.ofProcess().credentials()));
  }
}
