/** FQL, FOLIO's query language: reading it against an entity type. */
@NullMarked
package org.reprise.lists.fql;

import org.jspecify.annotations.NullMarked;
