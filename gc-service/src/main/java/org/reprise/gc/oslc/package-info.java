/**
 * Discovery, resource shapes, the query capabilities and the dialogs of OSLC Core and Query 3.0.
 */
@NullMarked
package org.reprise.gc.oslc;

import org.jspecify.annotations.NullMarked;
