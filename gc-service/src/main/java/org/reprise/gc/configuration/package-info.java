/** Streams and baselines, and what is contributed to them. */
@NullMarked
package org.reprise.gc.configuration;

import org.jspecify.annotations.NullMarked;
