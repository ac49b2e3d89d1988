@NullMarked
package org.reprise.localstack.kafka;

import org.jspecify.annotations.NullMarked;
