/** Global configurations: what they are assembled of, and what that resolves to. */
@NullMarked
package org.reprise.gc;

import org.jspecify.annotations.NullMarked;
