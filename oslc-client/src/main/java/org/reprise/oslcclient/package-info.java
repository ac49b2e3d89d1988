/**
 * A client of OSLC and of its feeds, by which tests see our services from outside: it shares no
 * code with them.
 */
@NullMarked
package org.reprise.oslcclient;

import org.jspecify.annotations.NullMarked;
