/** Signatures, encryption, keys, trust and TLS for the -s and -e profiles of Digikoppeling. */
@NullMarked
package org.reprise.ebms.security;

import org.jspecify.annotations.NullMarked;
