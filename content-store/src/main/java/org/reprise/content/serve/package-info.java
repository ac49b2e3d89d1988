/** Documents and their contents over plain HTTP. */
@NullMarked
package org.reprise.content.serve;

import org.jspecify.annotations.NullMarked;
