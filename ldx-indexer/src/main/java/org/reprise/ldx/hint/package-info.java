/** Messages on Kafka that say which tracked resource set has changed. */
@NullMarked
package org.reprise.ldx.hint;

import org.jspecify.annotations.NullMarked;
