package org.reprise.localstack;

/** A Docker engine answers but does not run the container that is needed. */
final class ContainerUnavailable extends LocalStackException {
  private static final long serialVersionUID = 1L;

  ContainerUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
