package org.reprise.ldx.source;

import java.time.Instant;

/**
 * A resource that is listed and could not be indexed.
 *
 * @param uri the resource, or what else the reason is about
 * @param reason in a sentence
 * @param tries how often it was tried
 * @param passing whether it is tried again by itself
 */
public record Skipped(
    String uri, String reason, Instant since, Instant lastTry, int tries, boolean passing) {}
