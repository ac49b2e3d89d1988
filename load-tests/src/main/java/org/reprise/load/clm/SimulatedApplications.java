package org.reprise.load.clm;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.reprise.load.stack.Credentials;

/**
 * Switches the service times of a run's applications on while its users are there, and off for
 * whatever the run itself does: fills, warm-ups and checks are not delayed.
 *
 * @param applications where they are
 */
public record SimulatedApplications(
    ServiceTimes times, Collection<URI> applications, Credentials credentials) {
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);

  /** Copies. */
  public SimulatedApplications {
    applications = List.copyOf(applications);
  }

  /**
   * From now on they take their time; does nothing where nothing is simulated.
   *
   * @param factor how long a second of the report is
   */
  public void on(double factor) throws IOException, InterruptedException {
    set(times, factor);
  }

  /** From now on they take none. */
  public void off() throws IOException, InterruptedException {
    set(ServiceTimes.NONE, 1);
  }

  private void set(ServiceTimes now, double factor) throws IOException, InterruptedException {
    if (!times.isOn()) {
      return;
    }
    try (var calls = new ServiceCalls(credentials, LONGEST_ANSWER)) {
      for (var application : applications) {
        calls.put(application.resolve(now.address(factor)));
      }
    }
  }
}
