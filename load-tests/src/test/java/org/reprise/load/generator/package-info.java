@NullMarked
package org.reprise.load.generator;

import org.jspecify.annotations.NullMarked;
