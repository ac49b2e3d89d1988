/** Limits on what callers can make a service hold: bodies and bytes in memory. */
@NullMarked
package org.reprise.kit.limits;

import org.jspecify.annotations.NullMarked;
