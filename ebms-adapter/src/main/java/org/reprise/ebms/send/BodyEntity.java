package org.reprise.ebms.send;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.packaging.Body;

/**
 * A message that is written from where its payloads are kept, anew for each try. Tells a payload
 * that cannot be read from a partner that cannot be written to.
 */
final class BodyEntity extends AbstractHttpEntity {
  private final Body body;

  BodyEntity(Body body) {
    super(ContentType.parse(body.contentType()), null, false);
    this.body = body;
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public long getContentLength() {
    return body.length();
  }

  @Override
  public InputStream getContent() {
    throw new UnsupportedOperationException("a message is written, not read");
  }

  /**
   * The message cannot be read here, whatever the reason: the partner has not got the whole of it,
   * and is not to blame.
   */
  static final class Unreadable extends IOException {
    private static final long serialVersionUID = 1L;

    Unreadable(Throwable cause) {
      super("the message cannot be read here: " + cause, cause);
    }
  }

  @Override
  public void writeTo(OutputStream to) throws IOException {
    Connection connection = new Connection(to);
    try {
      body.writeTo(connection);
    } catch (IOException | RuntimeException | Error e) {
      if (connection.failure != null) {
        throw connection.failure;
      }
      // An Error, too: the client would close all partners' connections for it.
      throw new Unreadable(e);
    }
  }

  /** Remembers that it was the partner's connection that failed. */
  private static final class Connection extends OutputStream {
    private final OutputStream to;
    private @Nullable IOException failure;

    Connection(OutputStream to) {
      this.to = to;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        to.write(bytes, offset, length);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }

  @Override
  public boolean isStreaming() {
    return false;
  }

  @Override
  public void close() {}
}
