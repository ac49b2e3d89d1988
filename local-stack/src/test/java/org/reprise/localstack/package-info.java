@NullMarked
package org.reprise.localstack;

import org.jspecify.annotations.NullMarked;
