/** Resources read by a query in FOLIO's CQL, or by their id. */
@NullMarked
package org.reprise.lists.search;

import org.jspecify.annotations.NullMarked;
