/**
 * The lifecycle of a run, the same for every system: repeat, reset, arrange, load, rest, check. A
 * system gives it a {@link org.reprise.load.engine.Measurement} and is asked at each step.
 */
@NullMarked
package org.reprise.load.engine;

import org.jspecify.annotations.NullMarked;
