/**
 * Signatures, encryption, keys and trust: what the -s and -e profiles of Digikoppeling need, and
 * TLS.
 */
@NullMarked
package org.reprise.ebms.security;

import org.jspecify.annotations.NullMarked;
