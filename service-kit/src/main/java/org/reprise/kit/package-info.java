/** What all services share, in rooms: errors, security, limits, work, web. */
@NullMarked
package org.reprise.kit;

import org.jspecify.annotations.NullMarked;
