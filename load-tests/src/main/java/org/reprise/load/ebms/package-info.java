/** The Digikoppeling measurement: its flow once, the partner that counts Pongs, and the load. */
@NullMarked
package org.reprise.load.ebms;

import org.jspecify.annotations.NullMarked;
