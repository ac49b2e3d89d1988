/** Writes that a system acknowledges and has to keep, and the faults that it meets meanwhile. */
@NullMarked
package org.reprise.load.chaos;

import org.jspecify.annotations.NullMarked;
