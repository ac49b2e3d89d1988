/** Fills an empty repository with the documents of the report, in proportion. */
@NullMarked
package org.reprise.content.fill;

import org.jspecify.annotations.NullMarked;
