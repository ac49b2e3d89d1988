/** The stored links: what is written in one transaction, and how much space it takes. */
@NullMarked
package org.reprise.ldx.index;

import org.jspecify.annotations.NullMarked;
