/**
 * The SOAP envelope of an ebMS 2.0 message: its parts as values, a reader with limits and a writer.
 */
@NullMarked
package org.reprise.ebms.envelope;

import org.jspecify.annotations.NullMarked;
