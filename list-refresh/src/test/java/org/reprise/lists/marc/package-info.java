@NullMarked
package org.reprise.lists.marc;

import org.jspecify.annotations.NullMarked;
