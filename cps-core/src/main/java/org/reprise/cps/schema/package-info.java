/** Schema sets: YANG modules, parsed and checked by yangtools, and their data trees. */
@NullMarked
package org.reprise.cps.schema;

import org.jspecify.annotations.NullMarked;
