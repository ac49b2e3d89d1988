/** Pings: those of partners, answered by Pongs, and our own. */
@NullMarked
package org.reprise.ebms.ping;

import org.jspecify.annotations.NullMarked;
