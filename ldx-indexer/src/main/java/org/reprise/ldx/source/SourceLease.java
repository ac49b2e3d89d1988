package org.reprise.ldx.source;

import java.util.UUID;

/**
 * The right of a process to read a data source. What it writes after another process has taken over
 * is refused, by the epoch.
 */
public record SourceLease(int source, UUID owner, long epoch) {}
