/**
 * Global configurations measured by the report on CLM 6.0: its web UI, its stress test through the
 * applications, and links that are created within global configurations.
 */
@NullMarked
package org.reprise.load.gc;

import org.jspecify.annotations.NullMarked;
