/** What lists show. */
@NullMarked
package org.reprise.lists.contents;

import org.jspecify.annotations.NullMarked;
