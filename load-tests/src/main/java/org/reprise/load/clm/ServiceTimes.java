package org.reprise.load.clm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reprise.load.run.Digits;

/**
 * The time that the applications of a run take for their own work: none, or a simulated one. What
 * follows from it is no finding.
 *
 * @param read for each request that reads or lists artifacts or configurations, in the report's
 *     time; zero for none
 * @param write for each that creates, changes or deletes some
 * @param proxied for each that is forwarded to global configurations
 * @param places how many requests each application works on at once
 */
public record ServiceTimes(Duration read, Duration write, Duration proxied, int places) {
  /** Nothing is simulated. */
  public static final ServiceTimes NONE =
      new ServiceTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, 0);

  /** The quantity of a run with a time for what is read, which the baseline names. */
  public static final String READ = "scale.serviceTimeReadSeconds";

  /** The same for what is written. */
  public static final String WRITE = "scale.serviceTimeWriteSeconds";

  /** The same for what is forwarded. */
  public static final String PROXIED = "scale.serviceTimeProxiedSeconds";

  private static final String PLACES = "scale.servicePlaces";

  /** The variable that lets a run set the times of an application. */
  private static final String ADJUSTABLE = "REPRISE_TRS_SERVICETIME_ADJUSTABLE";

  /** The variable with how long a request waits there for a place. */
  private static final String WAIT = "REPRISE_TRS_SERVICETIME_LONGESTWAIT";

  /**
   * How long a request waits for a place in a full application at most; a user gives up after 60 s.
   * At the report's 1,350 users of the web UI, in its own time, it is about 40 s.
   */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(55);

  /** How long whoever asks a full application waits for its answer. */
  public static final Duration LONGEST_ANSWER = LONGEST_WAIT.plusMinutes(1);

  /** Whether something is simulated. */
  public boolean isOn() {
    return !read.isZero() || !write.isZero() || !proxied.isZero();
  }

  /** What an application has to be started with. */
  public Map<String, String> variables() {
    return isOn() ? Map.of(ADJUSTABLE, "true", WAIT, LONGEST_WAIT.toSeconds() + "s") : Map.of();
  }

  /** What the run's manifest says of it, by the names of quantities; empty where it is off. */
  public Map<String, Double> quantities() {
    var all = new LinkedHashMap<String, Double>();
    tell(all, READ, read);
    tell(all, WRITE, write);
    tell(all, PROXIED, proxied);
    if (isOn()) {
      all.put(PLACES, (double) places);
    }
    return all;
  }

  private static void tell(Map<String, Double> all, String name, Duration time) {
    if (!time.isZero()) {
      all.put(name, time.toNanos() / 1e9);
    }
  }

  /** The same for people, before a run; empty where it is off. */
  public List<String> remarks() {
    if (!isOn()) {
      return List.of();
    }
    var parts = new ArrayList<String>();
    tell(parts, "reading", read);
    tell(parts, "writing", write);
    tell(parts, "forwarding to global configurations", proxied);
    return List.of(
        "simulated service times of each application: %s; %d requests at once; times × the factor of think times"
            .formatted(String.join(", ", parts), places));
  }

  private static void tell(List<String> parts, String what, Duration time) {
    if (!time.isZero()) {
      parts.add("%s %s s".formatted(what, Digits.exact(time.toNanos() / 1e9)));
    }
  }

  /**
   * What an application is asked for to have them.
   *
   * @param factor how long a second of the report is
   * @return path and query
   */
  String address(double factor) {
    return String.format(
        Locale.ROOT,
        "/service-time?readMs=%.3f&writeMs=%.3f&proxiedMs=%.3f&concurrency=%d",
        ms(read) * factor,
        ms(write) * factor,
        ms(proxied) * factor,
        places);
  }

  private static double ms(Duration time) {
    return time.toNanos() / 1e6;
  }
}
