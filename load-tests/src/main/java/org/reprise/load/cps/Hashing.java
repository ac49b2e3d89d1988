package org.reprise.load.cps;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.reprise.load.deploy.EnvFile;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** A password that is compared with its BCrypt hash of strength 10. */
final class Hashing {
  /** As the baseline names the service that does so for each request. */
  static final String VARIANT = "hash-per-request";

  private static final Duration COUNTED = Duration.ofSeconds(5);

  private final BCryptPasswordEncoder encoder = new BCryptPasswordEncoder(10);
  private final String password;
  private final String hash;

  Hashing(String password) {
    this.password = password;
    this.hash = encoder.encode(password);
  }

  /** What a service is told that verifies the password anew for every request. */
  Map<String, String> eachRequest() {
    return Map.of(
        EnvFile.PASSWORD, "{bcrypt}" + hash, "REPRISE_SECURITY_VERIFICATION_CACHE_TTL", "0s");
  }

  /**
   * Two threads that share a core's units do less than twice the work of one, and only this tells
   * by how much.
   */
  double comparisonsPerSecond(int threads) throws InterruptedException {
    var done = new LongAdder();
    var start = System.nanoTime();
    var end = start + COUNTED.toNanos();
    var all = new ArrayList<Thread>();
    for (int i = 0; i < threads; i++) {
      all.add(
          Thread.ofPlatform()
              .start(() -> {
                while (System.nanoTime() < end && encoder.matches(password, hash)) {
                  done.increment();
                }
              }));
    }
    for (var thread : all) {
      thread.join();
    }
    return done.sum() * 1e9 / (System.nanoTime() - start);
  }
}
