/** Fills an empty service with the volumes of the report. */
@NullMarked
package org.reprise.gc.fill;

import org.jspecify.annotations.NullMarked;
