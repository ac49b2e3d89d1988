/** Limits on what callers can make a service hold: bodies, bytes in memory, slow connections. */
@NullMarked
package org.reprise.kit.limits;

import org.jspecify.annotations.NullMarked;
