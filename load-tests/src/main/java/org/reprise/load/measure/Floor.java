package org.reprise.load.measure;

import org.jspecify.annotations.Nullable;

/**
 * What the same work costs on this machine, in this run, without the system under test. Never a
 * number of another day or machine.
 *
 * @param experiment whose steady throughput stands beside it; null where it bounds none
 */
public record Floor(
    String id, double value, String unit, String description, @Nullable String experiment) {}
