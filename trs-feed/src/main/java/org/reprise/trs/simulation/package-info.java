/** The applications' own service time. */
@NullMarked
package org.reprise.trs.simulation;

import org.jspecify.annotations.NullMarked;
