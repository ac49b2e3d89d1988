/**
 * Tracked resource sets (OSLC TRS 3.0): changes, the order of events, the log, bases, and how they
 * are answered. A service defines its resources.
 */
@NullMarked
package org.reprise.oslc.trs;

import org.jspecify.annotations.NullMarked;
