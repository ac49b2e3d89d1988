/** The CPS-307 measurement: its flow once, and the ways to carry it out. */
@NullMarked
package org.reprise.load.cps;

import org.jspecify.annotations.NullMarked;
