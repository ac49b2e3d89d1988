/** Shows a run: the page, the table on the terminal, the figures as CSV. */
@NullMarked
package org.reprise.load.report;

import org.jspecify.annotations.NullMarked;
