/**
 * What a run measured, as plain values: the input of judging. Times are milliseconds, durations and
 * clocks seconds since the run's start, rates per second.
 */
@NullMarked
package org.reprise.load.measure;

import org.jspecify.annotations.NullMarked;
