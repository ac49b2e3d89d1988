/** The lifecycle of a run, alike for every system: repeat, reset, arrange, load, rest, check. */
@NullMarked
package org.reprise.load.engine;

import org.jspecify.annotations.NullMarked;
