/** Documents of other servers, read with bounds on time and size. */
@NullMarked
package org.reprise.ldx.http;

import org.jspecify.annotations.NullMarked;
