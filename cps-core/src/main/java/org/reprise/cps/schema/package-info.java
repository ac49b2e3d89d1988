/**
 * Schema sets: YANG modules, parsed and checked by yangtools, and the data tree that they describe.
 */
@NullMarked
package org.reprise.cps.schema;

import org.jspecify.annotations.NullMarked;
