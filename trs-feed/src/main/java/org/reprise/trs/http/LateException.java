package org.reprise.trs.http;

import java.io.IOException;

/** An answer was not there in time. */
public final class LateException extends IOException {
  private static final long serialVersionUID = 1;

  LateException(Throwable cause) {
    super("the answer was not whole in time", cause);
  }
}
