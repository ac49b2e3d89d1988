/** Sends events to Kafka, so that readers of the feed may poll at once. */
@NullMarked
package org.reprise.trs.hint;

import org.jspecify.annotations.NullMarked;
