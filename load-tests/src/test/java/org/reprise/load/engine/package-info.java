@NullMarked
package org.reprise.load.engine;

import org.jspecify.annotations.NullMarked;
