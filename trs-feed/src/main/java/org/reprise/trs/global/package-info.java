/** Global configurations, which another server resolves to this server's local ones. */
@NullMarked
package org.reprise.trs.global;

import org.jspecify.annotations.NullMarked;
