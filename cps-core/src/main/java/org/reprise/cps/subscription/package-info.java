/** Subscriptions to changes of data, and their events on Kafka. */
@NullMarked
package org.reprise.cps.subscription;

import org.jspecify.annotations.NullMarked;
