/** Reads data sources into the index. */
@NullMarked
package org.reprise.ldx.worker;

import org.jspecify.annotations.NullMarked;
