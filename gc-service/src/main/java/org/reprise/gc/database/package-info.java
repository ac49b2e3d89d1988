/** Connections beside the pool. */
@NullMarked
package org.reprise.gc.database;

import org.jspecify.annotations.NullMarked;
