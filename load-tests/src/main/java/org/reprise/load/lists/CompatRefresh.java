package org.reprise.load.lists;

import java.time.Duration;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Profile;

/**
 * How the compatible refresh is scaled. The original asks for the rows after an offset, so what it
 * reads grows with the square of the number of pages: a shorter list has shorter pages, or it would
 * read next to nothing beside what it writes, and reading from the standby would change nothing.
 *
 * @param poll how often it looks for its query's end; 10 s in the original
 * @param page how many results it reads and saves at once; 1,000 in the original, 200 times for the
 *     report's lists
 */
record CompatRefresh(Duration poll, int page) {
  /**
   * The variables of docker-compose.yml, and what they are where {@code .env} does not set them.
   */
  static final String POLL = "LISTS_REFRESH_POLL";

  static final String PAGE = "LISTS_REFRESH_PAGE";
  static final String USUAL_POLL = "250ms";
  static final String USUAL_PAGE = "70";

  static CompatRefresh of(Profile profile) {
    return new CompatRefresh(profile.seconds("refreshPoll"), profile.count("refreshPage"));
  }

  /** Returns that of the services which a run measures. */
  static CompatRefresh of(Plan plan) {
    if (!(plan.target() instanceof Target.Compose(var variables))) {
      return of(plan.profile());
    }
    var poll = variables.text(POLL, USUAL_POLL);
    return new CompatRefresh(
        poll.endsWith("ms")
            ? Duration.ofMillis(Long.parseLong(poll.replace("ms", "")))
            : Duration.parse("PT" + poll),
        Integer.parseInt(variables.text(PAGE, USUAL_PAGE)));
  }

  /** For example {@code a look every 250 ms, pages of 70 records}. */
  String text() {
    return "a look every %,d ms, pages of %,d records".formatted(poll.toMillis(), page);
  }
}
