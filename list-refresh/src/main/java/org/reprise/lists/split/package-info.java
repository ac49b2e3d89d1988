/** Which database is read from: the writer, or a standby of it that has what must be seen. */
@NullMarked
package org.reprise.lists.split;

import org.jspecify.annotations.NullMarked;
