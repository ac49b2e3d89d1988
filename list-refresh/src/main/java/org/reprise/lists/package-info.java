/** FOLIO's lists, kept over an inventory. */
@NullMarked
package org.reprise.lists;

import org.jspecify.annotations.NullMarked;
