/** Tests without a database. */
@NullMarked
package org.reprise.lists.work;

import org.jspecify.annotations.NullMarked;
