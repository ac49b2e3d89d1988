package org.reprise.lists.refresh;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How lists are refreshed.
 *
 * @param mode where a request does not choose
 * @param poll how often {@link RefreshMode#COMPAT} looks for the query's end
 * @param page how many results {@link RefreshMode#COMPAT} reads and saves at once, 10,000 at most:
 *     they are in memory, and saved in one transaction. It asks for the rows after an offset, so
 *     what it reads grows with the square of the number of its pages
 * @param parallel how many lists one process refreshes at once in {@link RefreshMode#COMPAT}, which
 *     waits most of the time; more wait their turn
 * @param parallelFast the same in {@link RefreshMode#FAST}, which keeps processors busy as long as
 *     it lasts: with fewer at once, lists are there later and desks wait less
 * @param pending how many refreshes of a tenant one process has at most in each mode, those that
 *     wait their turn included; more are refused
 * @param lease how long after the last renewal another process takes over a refresh
 * @param attempts how often a refresh is begun, by any process, before it has failed
 * @param maxSize the largest list, in records (the original's limit)
 * @param catchUp how long a refresh waits for the reader to have what was written before it
 */
@ConfigurationProperties("reprise.lists.refresh")
public record RefreshSettings(
    @DefaultValue("fast") RefreshMode mode,
    @DefaultValue("10s") Duration poll,
    @DefaultValue("1000") int page,
    @DefaultValue("10") int parallel,
    @DefaultValue("10") int parallelFast,
    @DefaultValue("1000") int pending,
    @DefaultValue("15s") Duration lease,
    @DefaultValue("3") int attempts,
    @DefaultValue("1250000") int maxSize,
    @DefaultValue("5s") Duration catchUp) {
  private static final int MAX_PAGE = 10_000;

  public RefreshSettings {
    new SettingBounds("reprise.lists.refresh")
        .atLeast("poll", poll, Duration.ofMillis(1))
        .within("page", page, 1, MAX_PAGE)
        .atLeast("parallel", parallel, 1)
        .atLeast("parallel-fast", parallelFast, 1)
        .atLeast("pending", pending, 1)
        .atLeast("lease", lease, Duration.ofMillis(500))
        .atLeast("attempts", attempts, 1)
        .atLeast("max-size", maxSize, 1)
        .atLeast("catch-up", catchUp, Duration.ZERO);
  }
}
