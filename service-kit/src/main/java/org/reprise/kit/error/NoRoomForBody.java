package org.reprise.kit.error;

import java.io.IOException;

/** The bodies of other requests fill the budget for them. */
public final class NoRoomForBody extends IOException {
  private static final long serialVersionUID = 1;

  public NoRoomForBody() {
    super("The bodies of other requests fill the memory that there is for them. Try again.");
  }
}
