/** Leafrefs: whether what refers to a value has its target, after every write. */
@NullMarked
package org.reprise.cps.reference;

import org.jspecify.annotations.NullMarked;
