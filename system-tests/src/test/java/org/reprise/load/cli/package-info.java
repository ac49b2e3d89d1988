@NullMarked
package org.reprise.load.cli;

import org.jspecify.annotations.NullMarked;
