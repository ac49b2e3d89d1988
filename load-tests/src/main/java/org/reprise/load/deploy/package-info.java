/**
 * Where a suite is pointed at, the processes that Reprise starts for it, and the processors they
 * may use.
 */
@NullMarked
package org.reprise.load.deploy;

import org.jspecify.annotations.NullMarked;
