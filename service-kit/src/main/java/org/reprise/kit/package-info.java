/** Common parts of all services: errors, security, limits, connections, work, web. */
@NullMarked
package org.reprise.kit;

import org.jspecify.annotations.NullMarked;
