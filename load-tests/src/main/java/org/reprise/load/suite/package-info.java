/** All runs together: the page over them, what changed between them, and what CI reads of them. */
@NullMarked
package org.reprise.load.suite;

import org.jspecify.annotations.NullMarked;
