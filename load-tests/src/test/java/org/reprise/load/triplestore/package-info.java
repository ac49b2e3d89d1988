@NullMarked
package org.reprise.load.triplestore;

import org.jspecify.annotations.NullMarked;
