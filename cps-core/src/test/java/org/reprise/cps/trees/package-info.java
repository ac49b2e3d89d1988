/** Random trees of the tests' modules, and what operations make of them, without the product. */
@NullMarked
package org.reprise.cps.trees;

import org.jspecify.annotations.NullMarked;
