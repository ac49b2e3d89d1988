/** Dataspaces: the top-level partitions that hold schema sets and anchors. */
@NullMarked
package org.reprise.cps.dataspace;

import org.jspecify.annotations.NullMarked;
