@NullMarked
package org.reprise.load.deploy;

import org.jspecify.annotations.NullMarked;
