package org.reprise.load.ldx;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.reprise.load.clm.BackLinks;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.ServiceCalls;

/**
 * How soon the index answers a link, where the applications tell of their changes on Kafka. Without
 * that it is polling alone, which takes up to an interval.
 */
final class HintDelay {
  /** Longer than the interval between two polls: a hint that was lost shows as a long time. */
  private static final Duration LONGEST = Duration.ofSeconds(90);

  private static final Duration ANSWER = Duration.ofSeconds(20);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);

  private HintDelay() {}

  /**
   * Creates work items with a link to a requirement each, one after another.
   *
   * @param target whose services know a broker
   * @return nanoseconds from when an application was asked to create a link, which is before its
   *     commit, until the index answered it
   * @throws IOException where a link is not found at all
   */
  static Histogram of(LdxTarget target, int links) throws IOException, InterruptedException {
    var scenario = Scenario.CCM_RM;
    var applications = target.applications();
    var took = new Histogram(3);
    try (var calls = new ServiceCalls(target.credentials(), ANSWER);
        var backLinks = target.backLinks()) {
      for (int i = 0; i < links; i++) {
        var title = "Linked, number " + i;
        var requirement =
            calls.create(applications.factory(scenario.to()), scenario.newTarget(title));
        var begin = System.nanoTime();
        var item =
            calls.create(
                applications.factory(scenario.from()), scenario.newLink(title, requirement));
        await(backLinks, new Link(item, scenario.predicate(), requirement), begin);
        took.recordValue(System.nanoTime() - begin);
      }
    }
    return took;
  }

  private static void await(BackLinks backLinks, Link link, long begin)
      throws IOException, InterruptedException {
    while (!backLinks.to(List.of(link.target())).contains(link)) {
      if (System.nanoTime() - begin > LONGEST.toNanos()) {
        throw new IOException(
            "%s is not in the index after %d s".formatted(link, LONGEST.toSeconds()));
      }
      Thread.sleep(BETWEEN_LOOKS);
    }
  }
}
