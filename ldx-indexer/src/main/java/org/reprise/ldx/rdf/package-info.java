/** RDF documents of other servers, read with bounds. */
@NullMarked
package org.reprise.ldx.rdf;

import org.jspecify.annotations.NullMarked;
