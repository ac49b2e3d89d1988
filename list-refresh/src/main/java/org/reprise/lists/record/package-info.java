/** Lists as people define and find them. */
@NullMarked
package org.reprise.lists.record;

import org.jspecify.annotations.NullMarked;
