package org.reprise.localstack.testing;

import org.reprise.localstack.process.LocalStackException;

/** A Docker engine answers but does not run the container that is needed. */
final class ContainerUnavailable extends LocalStackException {
  private static final long serialVersionUID = 1L;

  ContainerUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
