/** The URIs of this installation, and the terms of its documents. */
@NullMarked
package org.reprise.gc.installation;

import org.jspecify.annotations.NullMarked;
