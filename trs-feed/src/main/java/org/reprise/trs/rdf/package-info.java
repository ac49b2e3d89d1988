/** RDF documents in three formats, read within bounds and written. */
@NullMarked
package org.reprise.trs.rdf;

import org.jspecify.annotations.NullMarked;
