/** The URIs of this installation. */
@NullMarked
package org.reprise.gc.installation;

import org.jspecify.annotations.NullMarked;
