/** Queries by cps-path: on one anchor, across the anchors of a dataspace, and combined. */
@NullMarked
package org.reprise.cps.query;

import org.jspecify.annotations.NullMarked;
