/**
 * Tracked resource sets (OSLC TRS 3.0): how a feed's changes get their order, and how the feed is
 * told. What is tracked, and where the feed is kept, is a service's own.
 */
@NullMarked
package org.reprise.oslc.trs;

import org.jspecify.annotations.NullMarked;
