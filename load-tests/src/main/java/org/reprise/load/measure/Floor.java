package org.reprise.load.measure;

import org.jspecify.annotations.Nullable;

/**
 * What the same work costs on this machine, in this run, without the system under test: the mark
 * that an efficient system comes near to. Never a number of another day or machine.
 *
 * @param id for example {@code lean-table-unnest-10}
 * @param description what was measured, in a sentence
 * @param experiment the experiment whose steady throughput stands beside it, for example {@code
 *     embedded-10x100}; null where it bounds none
 */
public record Floor(
    String id, double value, String unit, String description, @Nullable String experiment) {}
