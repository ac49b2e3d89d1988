package org.reprise.ldx.feed;

import java.math.BigInteger;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.feed.LogSegment.RejectedEvent;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.rdf.UriKey;

/**
 * Goes back through a change log to the sync point (OSLC TRS 3.0, section 5.2): segment by segment,
 * the newest first. Of a log with more events than are buffered in memory the oldest ones after the
 * sync point are found. Feeds that break the rules are followed as far as that is safe, with a
 * warning.
 */
public final class LogReader implements AutoCloseable {
  // All data sources together may hold as much, until they have indexed it.
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 16;
  private static final AtomicLong HELD = new AtomicLong();

  private final FeedReader feed;
  private final FeedLimits limits;
  private final SyncPoint since;
  private final RecentEvents recent;
  private final FeedVersion known;

  // The newest first; of two the older one may have nothing after the sync point.
  private final Deque<LogSegment> buffered = new ArrayDeque<>();
  private boolean isWhole = true;
  private long events;
  private long bytes;
  private final Map<String, ChangeEvent> latest = new HashMap<>();
  private final List<ChangeEvent> unknown = new ArrayList<>();
  private final List<RejectedEvent> rejected = new ArrayList<>();
  private final Set<String> warnings = new LinkedHashSet<>();
  private final Map<BigInteger, String> orders = new HashMap<>();
  private @Nullable BigInteger lowest;
  private @Nullable ChangeEvent newest;

  /**
   * Reads the log of a feed.
   *
   * @param known the version that an earlier poll has read
   */
  public LogReader(
      FeedReader feed, FeedLimits limits, SyncPoint since, RecentEvents recent, FeedVersion known) {
    this.feed = feed;
    this.limits = limits;
    this.since = since;
    this.recent = recent;
    this.known = known;
  }

  /**
   * A version of a feed, by entity tags; null for parts without one.
   *
   * @param older the part of the log in which events may come late; null for none
   */
  public record FeedVersion(
      @Nullable String etag, @Nullable URI older, @Nullable String olderEtag) {
    public static final FeedVersion UNKNOWN = new FeedVersion(null, null, null);
  }

  /**
   * Reads new events.
   *
   * @param head the tracked resource set with the newest part of the log
   * @throws FetchFailure when the log cannot be read, or has no end
   */
  public NewEvents read(TrackedResourceSet head) throws FetchFailure, InterruptedException {
    LogSegment segment = head.log();
    Set<UUID> visited = new HashSet<>();
    while (true) {
      addSegment(segment);
      ChangeEvent point = point(segment);
      if (point != null) {
        takeAll(point.order());
        FeedVersion version = takeLate(head.etag(), segment);
        return found(segment == head.log() ? version : FeedVersion.UNKNOWN);
      }
      if (isPast(segment)) {
        return new NewEvents.SyncPointGone(
            "the log has events before %s, and not itself".formatted(since.event()));
      }
      URI previous = segment.previous();
      LogSegment older = previous == null ? null : older(previous, visited);
      if (older == null) {
        return atEnd(head, previous == null);
      }
      segment = older;
    }
  }

  // Newer segments are read again when the older ones are indexed.
  private void addSegment(LogSegment segment) {
    if (segment.size() == 0) {
      return;
    }
    buffered.addLast(segment);
    events += segment.size();
    hold(segment.bytes());
    while (buffered.size() > 2 && (events > limits.events() || HELD.get() > MAX_BYTES)) {
      LogSegment newest = buffered.removeFirst();
      events -= newest.size();
      hold(-newest.bytes());
      isWhole = false;
    }
  }

  private void hold(long more) {
    bytes += more;
    HELD.addAndGet(more);
  }

  @Override
  public void close() {
    hold(-bytes);
  }

  private @Nullable LogSegment older(URI previous, Set<UUID> visited)
      throws FetchFailure, InterruptedException {
    if (!visited.add(UriKey.of(previous.toString()))) {
      throw new FetchFailure(
          Kind.DOCUMENT, "the log goes in a circle: trs:previous leads to %s again", previous);
    }
    if (visited.size() > limits.segments()) {
      throw new FetchFailure(
          Kind.DOCUMENT, "the log has more than %,d segments", limits.segments());
    }
    return feed.segment(previous, null);
  }

  private @Nullable ChangeEvent point(LogSegment segment) {
    return segment.events().stream()
        .filter(event -> event.uri().equals(since.event()))
        .findFirst()
        .orElse(null);
  }

  private void takeAll(@Nullable BigInteger ofPoint) {
    int newer = buffered.size() - 1;
    for (LogSegment segment : buffered) {
      take(segment, newer-- == 0 ? ofPoint : since.order());
    }
    // Rejected once: they stand in the log for long, and their resources may be indexed since. A
    // lower order would make events late that the base accounts for.
    BigInteger last =
        Objects.requireNonNullElse(newest == null ? ofPoint : newest.order(), BigInteger.ZERO);
    rejected.forEach(
        event -> unknown.add(new ChangeEvent(event.name(), event.about(), last, false)));
  }

  private void take(LogSegment segment, @Nullable BigInteger sync) {
    segment.rejected().stream()
        .filter(event -> !recent.isKnown(event.name()))
        .forEach(rejected::add);
    BigInteger newer = lowest;
    for (ChangeEvent event : segment.events()) {
      String other = orders.putIfAbsent(event.order(), event.uri());
      if (other != null && !other.equals(event.uri())) {
        warnings.add("two events have the order %s".formatted(event.order()));
      }
      if (newer != null && event.order().compareTo(newer) >= 0) {
        warnings.add("an older segment has a higher order, %s".formatted(event.order()));
      }
      lowest = lowest == null ? event.order() : lowest.min(event.order());
      if (!recent.isKnown(event.uri())) {
        unknown.add(event);
      }
      boolean isNew = sync == null || event.order().compareTo(sync) > 0;
      if (!event.uri().equals(since.event()) && (isNew || recent.isLate(event))) {
        newest = isNew ? later(event, newest) : newest;
        latest.merge(event.changed(), event, LogReader::later);
      }
    }
  }

  // An event whose order comes late may stand in the part before the one with the sync point.
  private FeedVersion takeLate(@Nullable String etag, LogSegment withPoint)
      throws InterruptedException {
    URI previous = withPoint.previous();
    if (previous == null || !recent.reachBelow(withPoint)) {
      return new FeedVersion(etag, null, null);
    }
    String olderEtag = previous.equals(known.older()) ? known.olderEtag() : null;
    try {
      LogSegment older = feed.segment(previous, olderEtag);
      if (older != null) {
        older.events().stream()
            .filter(recent::isLate)
            .forEach(event -> {
              unknown.add(event);
              latest.merge(event.changed(), event, LogReader::later);
            });
        olderEtag = older.etag();
      }
      return new FeedVersion(etag, previous, olderEtag);
    } catch (FetchFailure e) {
      warnings.add("events that came late cannot be looked for: " + e.reason());
      return FeedVersion.UNKNOWN;
    }
  }

  private static ChangeEvent later(ChangeEvent event, @Nullable ChangeEvent other) {
    return other == null || ChangeEvent.IN_TIME.compare(event, other) >= 0 ? event : other;
  }

  // Every order in a segment exceeds those of older ones: the point cannot come any more. Events
  // that came late say nothing of that.
  private boolean isPast(LogSegment segment) {
    BigInteger order = since.order();
    List<ChangeEvent> inTime =
        segment.events().stream().filter(event -> !recent.isLate(event)).toList();
    return order != null
        && !inTime.isEmpty()
        && inTime.stream().allMatch(event -> event.order().compareTo(order) < 0);
  }

  private NewEvents atEnd(TrackedResourceSet head, boolean hasNoOlderPart)
      throws FetchFailure, InterruptedException {
    if (!since.isBeginning()) {
      return new NewEvents.SyncPointGone(
          "the log ends before the sync point %s".formatted(since.event()));
    }
    takeAll(since.order());
    FeedVersion version =
        new FeedVersion(head.log().previous() == null ? head.etag() : null, null, null);
    if (latest.isEmpty()) {
      return found(version);
    }
    String cutoff = feed.page(head.base()).cutoff();
    // A base of the beginning of time has all events after it in the log.
    if (cutoff == null || SyncPoint.BEGINNING.event().equals(cutoff)) {
      return found(version);
    }
    return hasNoOlderPart && isFromTheFirstEvent() && orders.containsValue(cutoff)
        ? found(version)
        : new NewEvents.SyncPointGone("the beginning of the log has been cut off");
  }

  // Nothing else shows that nothing is missing before the oldest event that is there: orders are
  // not negative, and may have gaps, so that those of a log that begins further up say nothing.
  private boolean isFromTheFirstEvent() {
    return lowest != null && lowest.compareTo(BigInteger.ONE) <= 0;
  }

  private NewEvents found(FeedVersion version) {
    if (!isWhole && newest == null) {
      return new NewEvents.SyncPointGone(
          "there are too many events, of which the oldest are not newer than the sync point");
    }
    List<ChangeEvent> inTime = new ArrayList<>(latest.values());
    inTime.sort(ChangeEvent.IN_TIME);
    unknown.sort(ChangeEvent.IN_TIME);
    return new NewEvents.Changes(
        isWhole, inTime, newest, unknown, rejected, version, List.copyOf(warnings));
  }
}
