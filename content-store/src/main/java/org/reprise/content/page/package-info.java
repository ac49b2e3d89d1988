/** Pages on which a person browses, uploads and looks at documents. */
@NullMarked
package org.reprise.content.page;

import org.jspecify.annotations.NullMarked;
