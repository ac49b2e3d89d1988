/**
 * What a run measured, as plain values: the input of judging, and a part of run.json. Experiments,
 * operations and roles are named by their ids in the baseline, variants as in {@link
 * org.reprise.load.measure.Variant}; repetitions count from 1. Times are milliseconds, durations
 * and clocks seconds since the run's start, rates per second.
 */
@NullMarked
package org.reprise.load.measure;

import org.jspecify.annotations.NullMarked;
