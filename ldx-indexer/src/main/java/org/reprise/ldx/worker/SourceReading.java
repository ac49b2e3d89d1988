package org.reprise.ldx.worker;

import io.micrometer.core.instrument.MeterRegistry;
import org.reprise.ldx.feed.FeedLimits;
import org.reprise.ldx.http.Fetcher;
import org.reprise.ldx.index.LinkIndex;
import org.reprise.ldx.index.Statistics;
import org.reprise.ldx.source.PollHistory;
import org.reprise.ldx.source.SkippedResources;
import org.reprise.ldx.source.SourceLeases;
import org.springframework.stereotype.Component;

/** The collaborators of every poll. */
@Component
record SourceReading(
    Fetcher fetcher,
    ArtifactFetch artifacts,
    FeedLimits limits,
    WorkSettings settings,
    IndexWrites writes,
    LinkIndex index,
    PollHistory history,
    SkippedResources skipped,
    SourceLeases leases,
    Breakers breakers,
    Comparisons comparisons,
    Statistics statistics,
    MeterRegistry meters) {}
