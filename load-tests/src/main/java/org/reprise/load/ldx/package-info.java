/** Link indexing, as the report on CLM 6.0 measured it. */
@NullMarked
package org.reprise.load.ldx;

import org.jspecify.annotations.NullMarked;
