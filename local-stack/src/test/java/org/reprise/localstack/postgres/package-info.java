@NullMarked
package org.reprise.localstack.postgres;

import org.jspecify.annotations.NullMarked;
