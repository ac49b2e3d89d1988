/** What services that speak OSLC share: RDF, errors, headers, queries, tracked resource sets. */
@NullMarked
package org.reprise.oslc;

import org.jspecify.annotations.NullMarked;
