/** Queries of entity types: FOLIO's query machine (mod-fqm-manager). */
@NullMarked
package org.reprise.lists.fqm;

import org.jspecify.annotations.NullMarked;
