@NullMarked
package org.reprise.load.system;

import org.jspecify.annotations.NullMarked;
