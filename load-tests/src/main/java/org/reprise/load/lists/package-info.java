/**
 * The measurement of the FOLIO report on lists beside circulation and data import: its flows once,
 * the inventory, the servers, the cells, and the checks after each of them.
 */
@NullMarked
package org.reprise.load.lists;

import org.jspecify.annotations.NullMarked;
