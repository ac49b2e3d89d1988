/** The parameters of OSLC Query 3.0: conditions, order, selected properties, prefixes. */
@NullMarked
package org.reprise.oslc.query;

import org.jspecify.annotations.NullMarked;
