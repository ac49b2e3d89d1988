/** Outbound messages: a bounded queue, a few connections and a circuit breaker for each partner. */
@NullMarked
package org.reprise.ebms.send;

import org.jspecify.annotations.NullMarked;
