/** Tests of lists. */
@NullMarked
package org.reprise.lists.list;

import org.jspecify.annotations.NullMarked;
