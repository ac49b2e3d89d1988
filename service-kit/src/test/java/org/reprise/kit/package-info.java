/** Tests of the kit in a service that has nothing else. */
@NullMarked
package org.reprise.kit;

import org.jspecify.annotations.NullMarked;
