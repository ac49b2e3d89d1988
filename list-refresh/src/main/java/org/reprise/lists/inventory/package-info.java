/** Instances, holdings, items and locations, as FOLIO's inventory shows them. */
@NullMarked
package org.reprise.lists.inventory;

import org.jspecify.annotations.NullMarked;
