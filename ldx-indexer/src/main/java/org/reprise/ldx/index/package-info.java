/** The stored artifacts and links, and how much space they take. */
@NullMarked
package org.reprise.ldx.index;

import org.jspecify.annotations.NullMarked;
