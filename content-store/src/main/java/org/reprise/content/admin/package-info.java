/** What administrators see and change: cache, storage areas, verification, an index. */
@NullMarked
package org.reprise.content.admin;

import org.jspecify.annotations.NullMarked;
