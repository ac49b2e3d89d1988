/** Tests over HTTP. */
@NullMarked
package org.reprise.lists.fqm;

import org.jspecify.annotations.NullMarked;
