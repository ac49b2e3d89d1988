/** Deltas: what turns the data of one anchor into other data, as reports that can be applied. */
@NullMarked
package org.reprise.cps.delta;

import org.jspecify.annotations.NullMarked;
