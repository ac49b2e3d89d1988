/** RDF documents in three formats, read within bounds and written. */
@NullMarked
package org.reprise.oslc.rdf;

import org.jspecify.annotations.NullMarked;
