/**
 * The current revision of each configuration, which decides whether a cached answer is still true,
 * on this instance and on others.
 */
@NullMarked
package org.reprise.gc.revision;

import org.jspecify.annotations.NullMarked;
