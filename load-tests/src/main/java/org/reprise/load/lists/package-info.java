/** Lists beside circulation and data import, as the FOLIO report measured them. */
@NullMarked
package org.reprise.load.lists;

import org.jspecify.annotations.NullMarked;
