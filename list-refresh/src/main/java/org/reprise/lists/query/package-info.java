/** Queries as SQL with bind values. */
@NullMarked
package org.reprise.lists.query;

import org.jspecify.annotations.NullMarked;
