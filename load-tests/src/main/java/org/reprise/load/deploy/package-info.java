/** The processes that a run starts or is pointed at, and the processors they may use. */
@NullMarked
package org.reprise.load.deploy;

import org.jspecify.annotations.NullMarked;
