/** Which process works on which row. */
@NullMarked
package org.reprise.lists.lease;

import org.jspecify.annotations.NullMarked;
