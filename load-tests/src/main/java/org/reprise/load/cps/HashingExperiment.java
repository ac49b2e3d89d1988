package org.reprise.load.cps;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.reprise.load.baseline.Explanation;
import org.reprise.load.child.RunListener;
import org.reprise.load.stack.OpenTarget;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/**
 * The experiment behind the report's remote offset: the same remote flow against the same service,
 * which now compares the password with a BCrypt hash of strength 10 for every single request. What
 * one such comparison costs, and how many the machine does at once, is measured alone, on the idle
 * machine, just before.
 */
final class HashingExperiment {
  private static final int STRENGTH = 10;
  private static final int WARM_UP_CHECKS = 10;
  private static final int CHECKS = 20;
  private static final Duration TOGETHER = Duration.ofSeconds(5);

  /** Hashing bounds the rate to some calls a second: short windows hold too few flows. */
  private static final LoadPhase.Window WINDOW =
      new LoadPhase.Window(Duration.ofSeconds(4), Duration.ofSeconds(20));

  private final OpenTarget target;
  private final Outcome outcome;
  private final CpsSuite.Remote remote;

  HashingExperiment(OpenTarget target, Outcome outcome, CpsSuite.Remote remote) {
    this.target = target;
    this.outcome = outcome;
    this.remote = remote;
  }

  void run(CpsPlan plan, RunListener listener) throws IOException, InterruptedException {
    for (var explanation : CpsExperiments.baseline().explanations()) {
      listener.step("one BCrypt comparison alone");
      var encoder = new BCryptPasswordEncoder(STRENGTH);
      var hash = encoder.encode(target.credentials().password());
      var cost = millisecondsOfOne(encoder, hash);
      outcome.quantity(explanation.costQuantity(), cost);
      outcome.quantity(explanation.coresQuantity(), comparisonsAtOnce(encoder, hash) * cost / 1e3);
      try (var service = target.startHashing(hash)) {
        for (var id : plan.explained()) {
          listener.step(id + ", " + explanation.treatment());
          treat(id, explanation, service.base());
        }
      }
    }
  }

  private void treat(String id, Explanation explanation, java.net.URI base)
      throws IOException, InterruptedException {
    var threads = CpsExperiments.load(CpsExperiments.require(id)).threads();
    var phase = new LoadPhase(explanation.treatment(), threads, WINDOW);
    for (var sample : remote.send(id + "-" + explanation.treatment(), base, List.of(phase))) {
      var faults = sample.faults();
      outcome.add(
          id, explanation.treatment(), 1, sample, faults.isEmpty() ? null : faults.getFirst());
    }
  }

  /**
   * Comparisons that all processors together do in a second. Two of them that share a core's units
   * do less than twice the work of one, and only this tells by how much.
   */
  private double comparisonsAtOnce(BCryptPasswordEncoder encoder, String hash)
      throws InterruptedException {
    var done = new LongAdder();
    var start = System.nanoTime();
    var end = start + TOGETHER.toNanos();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                while (System.nanoTime() < end) {
                  if (encoder.matches(target.credentials().password(), hash)) {
                    done.increment();
                  }
                }
              }));
    }
    for (var thread : threads) {
      thread.join();
    }
    return done.sum() * 1e9 / (System.nanoTime() - start);
  }

  /** The median of some comparisons, after others that let the JIT compiler come in. */
  private double millisecondsOfOne(BCryptPasswordEncoder encoder, String hash) {
    var times = new ArrayList<Long>();
    for (int check = 0; check < WARM_UP_CHECKS + CHECKS; check++) {
      var start = System.nanoTime();
      if (!encoder.matches(target.credentials().password(), hash)) {
        throw new IllegalStateException("a password does not match its own hash");
      }
      if (check >= WARM_UP_CHECKS) {
        times.add(System.nanoTime() - start);
      }
    }
    times.sort(null);
    return times.get(CHECKS / 2) / 1e6;
  }
}
