/** The predicates of links, and the names of their inverses. */
@NullMarked
package org.reprise.ldx.ownership;

import org.jspecify.annotations.NullMarked;
