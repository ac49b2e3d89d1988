@NullMarked
package org.reprise.load.child;

import org.jspecify.annotations.NullMarked;
