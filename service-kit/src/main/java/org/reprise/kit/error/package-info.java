/**
 * What a caller reads when a request fails: RFC 9457 problem details or the service's own shape,
 * for every cause from the container to the database, with the correlation id.
 */
@NullMarked
package org.reprise.kit.error;

import org.jspecify.annotations.NullMarked;
