/** Global configurations, as the report on CLM 6.0 measured them. */
@NullMarked
package org.reprise.load.gc;

import org.jspecify.annotations.NullMarked;
