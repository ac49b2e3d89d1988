/** Agreements (CPA 2.0): read, stored, and compiled to what messages are checked against. */
@NullMarked
package org.reprise.ebms.agreement;

import org.jspecify.annotations.NullMarked;
