/** What background work has in common. */
@NullMarked
package org.reprise.trs.work;

import org.jspecify.annotations.NullMarked;
