/** Anchors: named instances of a schema set, each with a tree of data nodes. */
@NullMarked
package org.reprise.cps.anchor;

import org.jspecify.annotations.NullMarked;
