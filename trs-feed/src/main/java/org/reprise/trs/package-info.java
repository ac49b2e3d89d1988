/** Applications that speak OSLC, each with the tracked resource set of its artifacts. */
@NullMarked
package org.reprise.trs;

import org.jspecify.annotations.NullMarked;
