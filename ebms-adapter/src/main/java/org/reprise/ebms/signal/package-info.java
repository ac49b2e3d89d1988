/** Pings and StatusRequests: signals that ask a partner for another signal. */
@NullMarked
package org.reprise.ebms.signal;

import org.jspecify.annotations.NullMarked;
