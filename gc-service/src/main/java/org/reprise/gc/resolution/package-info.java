/** What a configuration resolves to, prepared for many readers. */
@NullMarked
package org.reprise.gc.resolution;

import org.jspecify.annotations.NullMarked;
