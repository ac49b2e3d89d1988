/** Rows of the database as this service's types. */
@NullMarked
package org.reprise.lists.row;

import org.jspecify.annotations.NullMarked;
