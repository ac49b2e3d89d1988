/**
 * Whether an execution says anything about the system under test: one {@link Rule} a reason, its
 * {@link Thresholds} in one place. Knows no system, no load generator and no baseline.
 */
@NullMarked
package org.reprise.load.validity;

import org.jspecify.annotations.NullMarked;
