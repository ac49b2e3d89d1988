/** Folders, documents and their versions, as CMIS 1.1 (section 2.1) models them. */
@NullMarked
package org.reprise.content.object;

import org.jspecify.annotations.NullMarked;
