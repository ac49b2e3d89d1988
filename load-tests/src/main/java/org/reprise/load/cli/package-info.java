/** The {@code reprise} command. */
@NullMarked
package org.reprise.load.cli;

import org.jspecify.annotations.NullMarked;
