/**
 * Ends connections of slow clients, which Tomcat 11.0.24 keeps as long as a byte comes or goes now
 * and then: it limits only the time between two bytes, and has no limit on a whole request.
 */
@NullMarked
package org.reprise.kit.connections;

import org.jspecify.annotations.NullMarked;
