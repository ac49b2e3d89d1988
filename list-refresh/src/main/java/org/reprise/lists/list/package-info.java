/** Lists as people define and find them. */
@NullMarked
package org.reprise.lists.list;

import org.jspecify.annotations.NullMarked;
