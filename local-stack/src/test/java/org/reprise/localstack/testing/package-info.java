@NullMarked
package org.reprise.localstack.testing;

import org.jspecify.annotations.NullMarked;
