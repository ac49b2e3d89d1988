@NullMarked
package org.reprise.kit.work;

import org.jspecify.annotations.NullMarked;
