/** What services that speak OSLC share: RDF, errors, headers and queries. */
@NullMarked
package org.reprise.oslc;

import org.jspecify.annotations.NullMarked;
