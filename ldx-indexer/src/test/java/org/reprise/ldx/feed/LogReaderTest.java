package org.reprise.ldx.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.TestFeed;
import org.reprise.ldx.feed.LogReader.FeedVersion;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchSettings;
import org.reprise.ldx.http.Fetcher;
import org.reprise.ldx.http.Origin;
import org.springframework.util.unit.DataSize;

/** How far back a log is read, and what of it counts. */
class LogReaderTest {
  private final TestFeed feed = TestFeed.start();
  private Fetcher fetcher;
  private FeedReader reader;

  @BeforeEach
  void read() {
    Duration limit = Duration.ofMinutes(5);
    fetcher =
        new Fetcher(
            new FetchSettings(
                limit, limit, DataSize.ofMegabytes(1), DataSize.ofMegabytes(1), List.of()));
    reader = new FeedReader(fetcher, URI.create(feed.trs()), Set.of(Origin.of(feed.trs())));
  }

  @AfterEach
  void stop() {
    fetcher.close();
    feed.close();
  }

  private NewEvents since(SyncPoint point, FeedLimits limits) throws Exception {
    TrackedResourceSet head = Objects.requireNonNull(reader.head(FeedVersion.UNKNOWN));
    try (LogReader log =
        new LogReader(reader, limits, point, RecentEvents.NONE, FeedVersion.UNKNOWN)) {
      return log.read(head);
    }
  }

  private NewEvents since(SyncPoint point) throws Exception {
    return since(point, limits(100, 100));
  }

  private static FeedLimits limits(int segments, int events) {
    return new FeedLimits(segments, events, 100, 10);
  }

  private SyncPoint point(int event) {
    return new SyncPoint(
        "urn:event:%d:%d".formatted(feed.port(), event), BigInteger.valueOf(event));
  }

  private static List<String> changed(NewEvents events) {
    return ((NewEvents.Changes) events)
        .latest().stream()
            .map(event -> event.changed().substring(event.changed().lastIndexOf('/') + 1))
            .collect(Collectors.toList());
  }

  private void create(int... ids) {
    for (int id : ids) {
      feed.event("Creation", feed.uri("/r/" + id));
    }
  }

  @Test
  void readsLogBackToSyncPoint() throws Exception {
    create(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
    assertThat(changed(since(point(7)))).containsExactly("8", "9", "10", "11", "12", "13");
    assertThat(feed.asked("/trs/log/1")).isZero();
    assertThat(changed(since(point(13)))).isEmpty();
  }

  @Test
  void latestEventOfResourceCounts() throws Exception {
    create(1, 2, 1, 3);
    feed.event("Deletion", feed.uri("/r/2"));
    NewEvents.Changes found = (NewEvents.Changes) since(SyncPoint.BEGINNING);
    assertThat(changed(found)).containsExactly("1", "3", "2");
    assertThat(found.latest().getLast().isDeletion()).isTrue();
    assertThat(found.latest().getFirst().order()).isEqualTo(BigInteger.valueOf(3));
  }

  @Test
  void reportsMissingSyncPoint() throws Exception {
    create(1, 2, 3, 4, 5, 6, 7, 8, 9);
    feed.truncate(3);
    assertThat(since(point(2))).isInstanceOf(NewEvents.SyncPointGone.class);
    assertThat(since(point(7))).isInstanceOf(NewEvents.Changes.class);
    // The order is below that of events that are there: another one of that name never comes.
    assertThat(since(new SyncPoint("urn:other", BigInteger.valueOf(100))))
        .isInstanceOf(NewEvents.SyncPointGone.class);
  }

  @Test
  void goneSegmentEndsLog() throws Exception {
    create(1, 2, 3, 4, 5, 6, 7, 8, 9);
    feed.fault("/trs/log/1", TestFeed.status(404));
    assertThat(since(point(2))).isInstanceOf(NewEvents.SyncPointGone.class);
    feed.fault("/trs/log/1", TestFeed.status(500));
    assertThatThrownBy(() -> since(point(2))).isInstanceOf(FetchFailure.class);
  }

  @Test
  void detectsTruncatedBeginning() throws Exception {
    create(1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(changed(since(SyncPoint.BEGINNING))).hasSize(9);
    feed.rebase();
    feed.truncate(3);
    assertThat(since(SyncPoint.BEGINNING)).isInstanceOf(NewEvents.SyncPointGone.class);
  }

  @Test
  void newBaseDoesNotTruncateLog() throws Exception {
    create(1);
    feed.rebase();
    assertThat(changed(since(SyncPoint.BEGINNING))).containsExactly("1");
    create(2, 3, 4, 5, 6);
    feed.rebase();
    assertThat(changed(since(SyncPoint.BEGINNING))).containsExactly("1", "2", "3", "4", "5", "6");
    // Where an older part was there once, the first order shows nothing.
    feed.fault("/trs/log/1", TestFeed.status(404));
    assertThat(since(SyncPoint.BEGINNING)).isInstanceOf(NewEvents.SyncPointGone.class);
  }

  @Test
  void goneOlderPartMeansTruncatedLog() throws Exception {
    create(1, 2, 3);
    feed.rebase();
    feed.fault(
        "/trs",
        TestFeed.turtle(
            """
            <%1$s> a trs:TrackedResourceSet ; trs:base <%2$s> ; trs:changeLog
              [ trs:change <urn:event:%3$d:3> ; trs:previous <%1$s/gone> ] .
            <urn:event:%3$d:3> a trs:Creation ; trs:changed <urn:r/3> ; trs:order 1 .
            """
                .formatted(feed.trs(), feed.uri("/trs/base"), feed.port())));
    assertThat(since(SyncPoint.BEGINNING)).isInstanceOf(NewEvents.SyncPointGone.class);
  }

  @Test
  void highFirstOrderMeansTruncatedLog() throws Exception {
    feed.event("Creation", feed.uri("/r/1"), 2);
    assertThat(changed(since(SyncPoint.BEGINNING))).containsExactly("1");
    feed.rebase();
    assertThat(since(SyncPoint.BEGINNING)).isInstanceOf(NewEvents.SyncPointGone.class);
  }

  @Test
  void logWithoutCutoffIsIncomplete() throws Exception {
    create(1, 2, 3);
    feed.rebase();
    feed.loseEvents();
    feed.event("Creation", feed.uri("/r/4"), 1);
    assertThat(since(SyncPoint.BEGINNING)).isInstanceOf(NewEvents.SyncPointGone.class);
  }

  @Test
  void readsOlderPartsInSameDocument() throws Exception {
    create(1, 2, 3, 4, 5, 6);
    // Segment 1 has the first four.
    feed.fault(
        "/trs",
        TestFeed.turtle(
            """
            [] a trs:ChangeLog ; trs:change <urn:e9> ; trs:previous <urn:inline> .
            <urn:inline> a trs:ChangeLog ; trs:previous [ trs:change <urn:e7> ;
              trs:previous <%1$s> ] ; trs:change <urn:e8> .
            <urn:e9> a trs:Creation ; trs:changed <urn:r/9> ; trs:order 9 .
            <urn:e8> a trs:Creation ; trs:changed <urn:r/8> ; trs:order 8 .
            <urn:e7> a trs:Creation ; trs:changed <urn:r/7> ; trs:order 7 .
            <%2$s> a trs:TrackedResourceSet ; trs:base <%2$s/base> .
            """
                .formatted(feed.uri("/trs/log/1"), feed.trs())));
    assertThat(changed(since(point(2)))).containsExactly("3", "4", "7", "8", "9");
  }

  @Test
  void remembersRejectedEventAtSyncPoint() throws Exception {
    create(1, 2, 3, 4, 5, 6);
    feed.fault(
        "/trs",
        TestFeed.turtle(
            """
            <#log> a trs:ChangeLog ; trs:change <%1$s>, [ trs:changed <urn:r/7> ] ;
              trs:previous <%2$s> .
            <%1$s> a trs:Creation ; trs:changed <urn:r/6> ; trs:order 6 .
            <%3$s> a trs:TrackedResourceSet ; trs:base <%3$s/base> .
            """
                .formatted(point(6).event(), feed.uri("/trs/log/1"), feed.trs())));
    NewEvents.Changes found =
        (NewEvents.Changes) since(new SyncPoint(point(6).event(), null), limits(100, 100));
    assertThat(found.rejected()).hasSize(1);
    assertThat(found.unknown())
        .extracting(ChangeEvent::order)
        .as("a lower one would make those before the cutoff late")
        .containsOnly(BigInteger.valueOf(6));
  }

  @Test
  void countsOldEventsTowardsLimit() throws Exception {
    // Each segment has one new event and three old ones, so that it is never past the sync point.
    for (int id = 1; id <= 16; id++) {
      feed.event("Creation", feed.uri("/r/" + id), id % 4 == 0 ? 1_000 + id : id);
    }
    NewEvents.Changes found =
        (NewEvents.Changes)
            since(new SyncPoint(point(2).event(), BigInteger.valueOf(100)), limits(100, 5));
    assertThat(found.isWhole()).isFalse();
    assertThat(changed(found)).as("of the two oldest segments").containsExactly("3", "4", "8");
  }

  @Test
  void findsLongLogPieceByPiece() throws Exception {
    create(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
    NewEvents.Changes first = (NewEvents.Changes) since(point(1), limits(100, 5));
    assertThat(first.isWhole()).isFalse();
    assertThat(changed(first)).containsExactly("2", "3", "4", "5", "6", "7", "8");
    SyncPoint next = SyncPoint.after(Objects.requireNonNull(first.newest()));
    NewEvents.Changes second = (NewEvents.Changes) since(next, limits(100, 5));
    assertThat(second.isWhole()).isFalse();
    assertThat(changed(second)).containsExactly("9", "10", "11", "12");
    NewEvents.Changes last = (NewEvents.Changes) since(point(12), limits(100, 5));
    assertThat(last.isWhole()).isTrue();
    assertThat(changed(last)).containsExactly("13");
  }

  @Test
  void stopsWhenPieceHasNothingNew() throws Exception {
    for (int id = 1; id <= 13; id++) {
      feed.event("Creation", feed.uri("/r/" + id), id > 12 ? 1_000 : id);
    }
    SyncPoint point = new SyncPoint(point(4).event(), BigInteger.valueOf(100));
    assertThat(since(point, limits(100, 5))).isInstanceOf(NewEvents.SyncPointGone.class);
  }

  @Test
  void rejectsLogWithTooManySegments() throws Exception {
    create(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
    assertThatThrownBy(() -> since(SyncPoint.BEGINNING, limits(2, 100)))
        .hasMessageContaining("more than 2 segments");
  }
}
