@NullMarked
package org.reprise.load.stack;

import org.jspecify.annotations.NullMarked;
