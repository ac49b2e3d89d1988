package org.reprise.load.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reprise.load.baseline.UnavailableChart;

/**
 * The report that a run is compared with, as far as a page of the run needs it. A copy, so that an
 * old run stays readable.
 *
 * @param id the baseline
 * @param title of the report
 * @param source where it was published
 * @param summary what it measured and how
 * @param environment name by name
 * @param operations titles by id, in the flow's order
 * @param unavailable drawings whose numbers it does not give
 */
public record PublishedReport(
    String id,
    String title,
    String source,
    String summary,
    Map<String, String> environment,
    Map<String, String> operations,
    List<UnavailableChart> unavailable) {
  public PublishedReport {
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    operations = Collections.unmodifiableMap(new LinkedHashMap<>(operations));
    unavailable = List.copyOf(unavailable);
  }
}
