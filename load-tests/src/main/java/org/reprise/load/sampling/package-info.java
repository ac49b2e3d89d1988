/** What the processes of a run used, on the run's clock. */
@NullMarked
package org.reprise.load.sampling;

import org.jspecify.annotations.NullMarked;
