package org.reprise.load.cps;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Shape;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/**
 * The experiment behind the report's remote offset: the same remote flow against the same service,
 * which now compares the password with a BCrypt hash of strength 10 for every single request. What
 * one such comparison costs, and how many the machine does at once, is measured alone, on the idle
 * machine, just before.
 */
final class HashingExperiment {
  /** As the baseline names it. */
  static final String VARIANT = "hash-per-request";

  private static final String HASHING = "cps-core (hashing)";
  private static final int STRENGTH = 10;
  private static final Duration COUNTED = Duration.ofSeconds(5);

  /** Hashing bounds the rate to some calls a second: short windows hold too few flows. */
  private static final Duration WARM_UP = Duration.ofSeconds(4);

  private static final Duration WINDOW = Duration.ofSeconds(20);

  private final CpsMeasurement measurement;
  private final Deployment target;
  private final RunEngine engine;

  HashingExperiment(CpsMeasurement measurement, Deployment target, RunEngine engine) {
    this.measurement = measurement;
    this.target = target;
    this.engine = engine;
  }

  void run(CpsLoads loads) throws IOException, SQLException, InterruptedException {
    engine.listener().step("one BCrypt comparison alone");
    var encoder = new BCryptPasswordEncoder(STRENGTH);
    var hash = encoder.encode(target.credentials().password());
    var alone = comparisonsPerSecond(1, encoder, hash);
    var all = Runtime.getRuntime().availableProcessors();
    engine.outcome().quantity("bcryptMs", 1e3 / alone);
    engine.outcome().quantity("hashingCores", comparisonsPerSecond(all, encoder, hash) / alone);
    // On the same database, beside the service that does not hash.
    var hashing =
        CpsService.hashingEachRequest(target.database().orElseThrow(), target.credentials(), hash);
    try (var service = target.startBeside("cps-core-hashing", hashing)) {
      for (var id : loads.explained()) {
        engine.listener().step(id + ", " + VARIANT);
        treat(id, service);
      }
    }
  }

  private void treat(String id, ServiceProcess service)
      throws IOException, SQLException, InterruptedException {
    var threads = CpsLoads.load(CpsLoads.baseline().require(id)).threads();
    var name = id + "-" + VARIANT;
    var phase = new Phase(name, id, VARIANT, new Shape.Window(threads, WARM_UP, WINDOW));
    // A process of ours: what it uses is not the work of others.
    var role = WatchedProcess.service(HASHING, service, target.credentials());
    var base = service.origin().resolve(CpsService.ADDRESS.path());
    engine.measure(measurement.remote(name, List.of(phase), 1, base, List.of(role)), 1);
  }

  /**
   * Two threads that share a core's units do less than twice the work of one, and only this tells
   * by how much.
   */
  private double comparisonsPerSecond(int threads, BCryptPasswordEncoder encoder, String hash)
      throws InterruptedException {
    var done = new LongAdder();
    var password = target.credentials().password();
    var start = System.nanoTime();
    var end = start + COUNTED.toNanos();
    var all = new ArrayList<Thread>();
    for (int i = 0; i < threads; i++) {
      all.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (System.nanoTime() < end) {
                      if (encoder.matches(password, hash)) {
                        done.increment();
                      }
                    }
                  }));
    }
    for (var thread : all) {
      thread.join();
    }
    return done.sum() * 1e9 / (System.nanoTime() - start);
  }
}
