/** Files that are kept in the database, in pieces. */
@NullMarked
package org.reprise.lists.file;

import org.jspecify.annotations.NullMarked;
