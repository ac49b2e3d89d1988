/** Shared parts of OSLC services: RDF, errors, headers, queries, tracked resource sets. */
@NullMarked
package org.reprise.oslc;

import org.jspecify.annotations.NullMarked;
