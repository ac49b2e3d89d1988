/** Errors in the service's shape, for every cause from the container to the database. */
@NullMarked
package org.reprise.kit.error;

import org.jspecify.annotations.NullMarked;
