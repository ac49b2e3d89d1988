/** What background work has in common. */
@NullMarked
package org.reprise.gc.work;

import org.jspecify.annotations.NullMarked;
