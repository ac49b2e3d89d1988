/** What background work has in common. */
@NullMarked
package org.reprise.lists.work;

import org.jspecify.annotations.NullMarked;
