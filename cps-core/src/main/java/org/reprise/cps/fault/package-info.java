/** The kinds of errors that a request can cause; each feature adds its own exceptions. */
@NullMarked
package org.reprise.cps.fault;

import org.jspecify.annotations.NullMarked;
