package org.reprise.trs.global;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, handed on piece by piece: the next piece is asked for when the one before
 * is written, so that no more than one is in memory. Unlike with an input stream, waiting for a
 * piece has an end.
 */
final class StreamedBody implements BodySubscriber<StreamedBody> {
  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
  private final CompletableFuture<StreamedBody> itself = CompletableFuture.completedFuture(this);
  private volatile Flow.@Nullable Subscription subscription;

  private sealed interface Piece {
    record Bytes(List<ByteBuffer> buffers) implements Piece {}

    record End() implements Piece {}

    record Broken(Throwable cause) implements Piece {}
  }

  /** It goes on after the longest one that is taken. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1;

    TooLong(long most) {
      super("it has more than %,d bytes".formatted(most));
    }
  }

  @Override
  public CompletionStage<StreamedBody> getBody() {
    return itself;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    pieces.add(new Piece.Bytes(buffers));
  }

  @Override
  public void onError(Throwable thrown) {
    pieces.add(new Piece.Broken(thrown));
  }

  @Override
  public void onComplete() {
    pieces.add(new Piece.End());
  }

  /**
   * Writes it to its end.
   *
   * @param most bytes
   * @param deadline as {@link System#nanoTime} tells it
   * @throws HttpTimeoutException where it is not there by then
   * @throws TooLong where it has more bytes
   */
  void copyTo(OutputStream out, long most, long deadline) throws IOException, InterruptedException {
    boolean isWhole = false;
    try {
      long length = 0;
      while (true) {
        Piece piece = pieces.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        switch (piece) {
          case null -> throw new HttpTimeoutException("the answer was not whole in time");
          case Piece.End end -> {
            isWhole = true;
            return;
          }
          case Piece.Broken(Throwable cause) -> {
            isWhole = true;
            throw new IOException("the answer broke off: " + cause.getMessage(), cause);
          }
          case Piece.Bytes(List<ByteBuffer> buffers) -> {
            for (ByteBuffer buffer : buffers) {
              length += buffer.remaining();
              if (length > most) {
                throw new TooLong(most);
              }
              write(buffer, out);
            }
            request();
          }
        }
      }
    } finally {
      if (!isWhole) {
        cancel();
      }
    }
  }

  private static void write(ByteBuffer buffer, OutputStream out) throws IOException {
    if (buffer.hasArray()) {
      out.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
      return;
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    out.write(bytes);
  }

  private void request() {
    Flow.Subscription given = subscription;
    if (given != null) {
      given.request(1);
    }
  }

  /** Breaks it off; its connection is not used again. */
  void cancel() {
    Flow.Subscription given = subscription;
    if (given != null) {
      given.cancel();
    }
  }
}
