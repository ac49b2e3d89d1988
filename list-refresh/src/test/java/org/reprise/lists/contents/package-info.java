/** Tests over HTTP. */
@NullMarked
package org.reprise.lists.contents;

import org.jspecify.annotations.NullMarked;
