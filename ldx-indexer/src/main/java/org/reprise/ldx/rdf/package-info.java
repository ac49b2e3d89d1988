/** RDF documents: read with bounds, written in the format that was asked for. */
@NullMarked
package org.reprise.ldx.rdf;

import org.jspecify.annotations.NullMarked;
