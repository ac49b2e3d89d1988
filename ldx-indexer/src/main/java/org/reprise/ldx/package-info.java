/** An index of OSLC links, which is read from tracked resource sets. */
@NullMarked
package org.reprise.ldx;

import org.jspecify.annotations.NullMarked;
