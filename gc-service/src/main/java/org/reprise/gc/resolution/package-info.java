/** Resolves configurations, with caches for many readers. */
@NullMarked
package org.reprise.gc.resolution;

import org.jspecify.annotations.NullMarked;
