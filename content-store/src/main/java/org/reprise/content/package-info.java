/** A content repository: documents with versions in folders, their bytes in storage areas. */
@NullMarked
package org.reprise.content;

import org.jspecify.annotations.NullMarked;
