/** Who asks, and whose data is meant. */
@NullMarked
package org.reprise.lists.tenant;

import org.jspecify.annotations.NullMarked;
