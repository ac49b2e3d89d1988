/** Tracked resource sets: changes, the order of events, the log and the base. */
@NullMarked
package org.reprise.trs.feed;

import org.jspecify.annotations.NullMarked;
