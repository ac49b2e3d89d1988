/** The server that vouches for proxied requests. */
@NullMarked
package org.reprise.trs.authentication;

import org.jspecify.annotations.NullMarked;
