/** Data sources: their settings, when they are due, which process reads them, and their history. */
@NullMarked
package org.reprise.ldx.source;

import org.jspecify.annotations.NullMarked;
