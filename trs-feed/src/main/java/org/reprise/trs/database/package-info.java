/** Connections beside the pool. */
@NullMarked
package org.reprise.trs.database;

import org.jspecify.annotations.NullMarked;
