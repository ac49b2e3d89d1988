/** JSON (RFC 7951) and XML: payloads read into fragments, and nodes written as text. */
@NullMarked
package org.reprise.cps.payload;

import org.jspecify.annotations.NullMarked;
