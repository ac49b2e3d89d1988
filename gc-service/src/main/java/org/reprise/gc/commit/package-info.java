/** Baselines of streams, made through the applications. */
@NullMarked
package org.reprise.gc.commit;

import org.jspecify.annotations.NullMarked;
