/** Requests that are not served. */
@NullMarked
package org.reprise.oslc.refusal;

import org.jspecify.annotations.NullMarked;
