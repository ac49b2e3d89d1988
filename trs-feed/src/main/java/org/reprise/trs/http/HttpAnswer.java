package org.reprise.trs.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.reprise.trs.http.HttpCalls.Exchange;

/** An answer of which the body is still to come; to be closed. */
public final class HttpAnswer implements AutoCloseable {
  private static final int PIECE = 16 * 1024;

  private final ClassicHttpResponse response;
  private final Exchange exchange;
  private final Set<Exchange> underWay;

  HttpAnswer(ClassicHttpResponse response, Exchange exchange, Set<Exchange> underWay) {
    this.response = response;
    this.exchange = exchange;
    this.underWay = underWay;
  }

  /** The body goes on after the longest one that is taken. */
  public static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1;

    TooLongException(long most) {
      super("it has more than %,d bytes".formatted(most));
    }
  }

  public int status() {
    return response.getCode();
  }

  /** The first value of a header. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(response.getFirstHeader(name)).map(Header::getValue);
  }

  /** All values of a header, line by line. */
  public List<String> headers(String name) {
    return Stream.of(response.getHeaders(name)).map(Header::getValue).toList();
  }

  /** Bytes of the body; below 0 where they are not told. */
  public long length() {
    HttpEntity entity = response.getEntity();
    return entity == null ? 0 : entity.getContentLength();
  }

  /**
   * Writes the body to its end. No more than one piece of it is in memory.
   *
   * @param most bytes
   * @throws LateException where it is not there in time
   * @throws TooLongException where it has more bytes; no more than that were written
   * @throws BrokenOffException where it ends too soon
   * @throws IOException where it cannot be written
   */
  public void copyTo(OutputStream out, long most) throws IOException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return;
    }
    InputStream in = content(entity);
    byte[] piece = new byte[(int) Math.max(1, Math.min(PIECE, lengthOr(PIECE)))];
    long left = most;
    for (int read = read(in, piece); read >= 0; read = read(in, piece)) {
      if (read > left) {
        throw new TooLongException(most);
      }
      left -= read;
      out.write(piece, 0, read);
    }
  }

  private long lengthOr(long other) {
    return length() < 0 ? other : length();
  }

  /** The server ended the body too soon, or its connection did. */
  public static final class BrokenOffException extends IOException {
    private static final long serialVersionUID = 1;

    BrokenOffException(IOException cause) {
      super("the answer broke off: " + cause.getMessage(), cause);
    }
  }

  private InputStream content(HttpEntity entity) throws IOException {
    try {
      return entity.getContent();
    } catch (IOException e) {
      throw told(e);
    }
  }

  private int read(InputStream in, byte[] piece) throws IOException {
    try {
      return in.read(piece);
    } catch (IOException e) {
      throw told(e);
    }
  }

  private IOException told(IOException e) {
    return exchange.isLate() || e instanceof SocketTimeoutException
        ? new LateException(e)
        : new BrokenOffException(e);
  }

  /** Where the body was not read to its end, its connection is not used again. */
  @Override
  public void close() {
    underWay.remove(exchange);
    // Else the library reads a body to its end, however long that takes.
    exchange.giveUp();
    try {
      response.close();
    } catch (IOException e) {
      // Nobody waits for it any more, and its connection is gone.
      return;
    }
  }
}
