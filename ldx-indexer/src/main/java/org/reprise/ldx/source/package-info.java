/**
 * Data sources: their settings, when they are due, which process reads them, and what has happened.
 */
@NullMarked
package org.reprise.ldx.source;

import org.jspecify.annotations.NullMarked;
