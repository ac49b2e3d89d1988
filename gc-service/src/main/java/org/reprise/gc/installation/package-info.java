/** What this installation is called by: its URIs. */
@NullMarked
package org.reprise.gc.installation;

import org.jspecify.annotations.NullMarked;
