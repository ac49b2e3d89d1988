/** Which parts of the service a process runs. */
@NullMarked
package org.reprise.lists.role;

import org.jspecify.annotations.NullMarked;
