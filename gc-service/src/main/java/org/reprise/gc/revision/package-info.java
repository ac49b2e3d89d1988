/**
 * Which revision a configuration has now. It decides whether prepared bytes are still true, on this
 * instance and on others.
 */
@NullMarked
package org.reprise.gc.revision;

import org.jspecify.annotations.NullMarked;
