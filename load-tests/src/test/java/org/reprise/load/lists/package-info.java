@NullMarked
package org.reprise.load.lists;

import org.jspecify.annotations.NullMarked;
