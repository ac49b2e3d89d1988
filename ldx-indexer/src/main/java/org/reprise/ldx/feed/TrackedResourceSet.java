package org.reprise.ldx.feed;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The document that a data source is known by.
 *
 * @param etag null where the server gives none
 */
public record TrackedResourceSet(URI base, LogSegment log, @Nullable String etag) {}
