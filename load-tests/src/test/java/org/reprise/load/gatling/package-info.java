@NullMarked
package org.reprise.load.gatling;

import org.jspecify.annotations.NullMarked;
