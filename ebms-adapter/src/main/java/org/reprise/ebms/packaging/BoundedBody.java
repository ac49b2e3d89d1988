package org.reprise.ebms.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.RefusedMessage;
import org.springframework.core.NestedExceptionUtils;

/** A body that may be neither longer nor slower than the limits. */
final class BoundedBody extends InputStream {
  private final InputStream body;
  private final PackagingLimits limits;
  private final long end;
  private long read;

  BoundedBody(InputStream body, PackagingLimits limits) {
    this.body = body;
    this.limits = limits;
    this.end = System.nanoTime() + limits.time().toNanos();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int some;
    try {
      some = body.read(buffer, offset, length);
    } catch (IOException e) {
      throw isTimeout(e) ? tooSlow() : refused(400, "The body ends before it should");
    }
    read += Math.max(some, 0);
    if (read > limits.message().toBytes()) {
      throw tooLarge("The body", limits.message().toBytes());
    }
    if (System.nanoTime() - end > 0) {
      throw tooSlow();
    }
    return some;
  }

  // A servlet container wraps it in exceptions of its own.
  private static boolean isTimeout(Throwable thrown) {
    return NestedExceptionUtils.getMostSpecificCause(thrown) instanceof SocketTimeoutException;
  }

  private RefusedMessage tooSlow() {
    return refused(408, "The body did not arrive within " + limits.time());
  }

  static RefusedMessage tooLarge(String what, long limit) {
    return refused(413, what + " has more than " + limit + " bytes");
  }

  private static RefusedMessage refused(int status, String why) {
    return ErrorCode.MIME_PROBLEM.refusal(status, "/", why);
  }
}
