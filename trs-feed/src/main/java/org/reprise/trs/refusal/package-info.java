/** Requests that are not served. */
@NullMarked
package org.reprise.trs.refusal;

import org.jspecify.annotations.NullMarked;
