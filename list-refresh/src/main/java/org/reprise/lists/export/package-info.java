/** Lists as CSV files. */
@NullMarked
package org.reprise.lists.export;

import org.jspecify.annotations.NullMarked;
