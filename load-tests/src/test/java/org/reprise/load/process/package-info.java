@NullMarked
package org.reprise.load.process;

import org.jspecify.annotations.NullMarked;
