@NullMarked
package org.reprise.localstack.process;

import org.jspecify.annotations.NullMarked;
