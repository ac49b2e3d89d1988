/** This process among others on the same database: leases on what it is sending. */
@NullMarked
package org.reprise.ebms.instance;

import org.jspecify.annotations.NullMarked;
