/** Fills lists with the records that meet their queries. */
@NullMarked
package org.reprise.lists.refresh;

import org.jspecify.annotations.NullMarked;
