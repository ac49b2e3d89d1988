/** Tracked resource sets (OSLC TRS 3.0), as a client reads them. */
@NullMarked
package org.reprise.ldx.feed;

import org.jspecify.annotations.NullMarked;
