package org.reprise.load.gc;

import java.util.regex.Pattern;

/** How many requests of global configurations a service says that it has answered. */
final class Answered {
  private static final Pattern COUNT =
      Pattern.compile("(?m)^http_server_requests_seconds_count\\{.*\\buri=\"/gc.*}\\s+(\\S+)$");

  private Answered() {}

  /** Reads it from the metrics, as Prometheus reads them. */
  static double of(String metrics) {
    return COUNT
        .matcher(metrics)
        .results()
        .mapToDouble(it -> Double.parseDouble(it.group(1)))
        .sum();
  }
}
