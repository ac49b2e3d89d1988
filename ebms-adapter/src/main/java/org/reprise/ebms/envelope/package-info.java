/** The SOAP envelope of ebMS 2.0: its parts as values, a reader with limits, a writer. */
@NullMarked
package org.reprise.ebms.envelope;

import org.jspecify.annotations.NullMarked;
