/** Tracked resource sets: changes, the order of events, the log and the base. */
@NullMarked
package org.reprise.gc.feed;

import org.jspecify.annotations.NullMarked;
