/** Tests over HTTP. */
@NullMarked
package org.reprise.lists.export;

import org.jspecify.annotations.NullMarked;
