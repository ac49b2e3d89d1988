package org.reprise.kit.work;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * The service's own threads. Its health is down where one of them ended or is blocked, with the
 * thread's name and the reason: such a service answers requests and does not do what it promised.
 */
public final class Loops implements HealthIndicator {
  private final List<Loop> all = new CopyOnWriteArrayList<>();

  public Loop start(String name, Loop.Step step) {
    return start(new Loop(name, step));
  }

  public Loop start(Loop loop) {
    all.add(loop);
    loop.start();
    return loop;
  }

  @Override
  public Health health() {
    Health.Builder health = Health.up();
    all.forEach(
        loop -> loop.fault().ifPresent(fault -> health.down().withDetail(loop.name(), fault)));
    return health.build();
  }
}
