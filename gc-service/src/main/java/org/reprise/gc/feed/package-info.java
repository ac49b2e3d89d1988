/** Changes of components and configurations, for the tracked resource set. */
@NullMarked
package org.reprise.gc.feed;

import org.jspecify.annotations.NullMarked;
