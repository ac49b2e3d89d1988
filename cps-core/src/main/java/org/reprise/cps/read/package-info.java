/** Reads within limits: how much of what is stored may be in memory at once. */
@NullMarked
package org.reprise.cps.read;

import org.jspecify.annotations.NullMarked;
