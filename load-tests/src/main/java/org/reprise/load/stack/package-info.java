/** Where a suite is pointed at, and the processes that Reprise starts for it. */
@NullMarked
package org.reprise.load.stack;

import org.jspecify.annotations.NullMarked;
