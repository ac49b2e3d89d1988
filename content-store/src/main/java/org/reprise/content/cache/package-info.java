/** A cache of contents that is bounded in bytes and in entries. */
@NullMarked
package org.reprise.content.cache;

import org.jspecify.annotations.NullMarked;
