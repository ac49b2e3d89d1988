/** Anchors: named instances of a schema set that data nodes hang from. */
@NullMarked
package org.reprise.cps.anchor;

import org.jspecify.annotations.NullMarked;
