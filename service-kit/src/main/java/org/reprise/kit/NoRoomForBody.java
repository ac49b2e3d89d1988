package org.reprise.kit;

import java.io.IOException;

/** The bodies of other requests fill the budget for them. */
final class NoRoomForBody extends IOException {
  private static final long serialVersionUID = 1;

  NoRoomForBody() {
    super("The bodies of other requests fill the memory that there is for them. Try again.");
  }
}
