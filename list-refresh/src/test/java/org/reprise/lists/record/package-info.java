/** Tests of lists. */
@NullMarked
package org.reprise.lists.record;

import org.jspecify.annotations.NullMarked;
