package org.reprise.ebms.instance;

import java.util.List;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** The service is down where one of its own threads is not alive: it would accept and not send. */
public final class SendersHealth extends AbstractHealthIndicator {
  private final Loops loops;

  public SendersHealth(Loops loops) {
    this.loops = loops;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    List<String> dead = loops.dead();
    if (dead.isEmpty()) {
      builder.up();
    } else {
      builder.down().withDetail("dead", dead);
    }
  }
}
