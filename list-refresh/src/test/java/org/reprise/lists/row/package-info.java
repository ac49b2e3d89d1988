@NullMarked
package org.reprise.lists.row;

import org.jspecify.annotations.NullMarked;
