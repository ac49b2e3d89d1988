/** Fills an empty application with the volumes of the report. */
@NullMarked
package org.reprise.trs.fill;

import org.jspecify.annotations.NullMarked;
