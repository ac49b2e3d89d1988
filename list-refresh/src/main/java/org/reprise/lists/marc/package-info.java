/** Bibliographic records in MARC 21, as files carry them (ISO 2709). */
@NullMarked
package org.reprise.lists.marc;

import org.jspecify.annotations.NullMarked;
