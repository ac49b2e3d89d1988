package org.reprise.ldx.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Keeps a body in memory while it is not too long, and breaks it off when it is. */
final class BoundedBody implements BodySubscriber<byte[]> {
  /** The body goes on after the longest one that is taken. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1;

    TooLong(long most) {
      super("it has more than %,d bytes".formatted(most));
    }
  }

  private final long most;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  // Not the buffers as they come: one of a chunk of one byte takes sixty bytes of the heap, and the
  // JDK's ofByteArray() keeps them. Its limiting() has no type for a body that is too long.
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription subscription;

  BoundedBody(long most) {
    this.most = most;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (bytes.size() + (long) buffer.remaining() > most) {
        if (subscription != null) {
          subscription.cancel();
        }
        body.completeExceptionally(new TooLong(most));
        return;
      }
      byte[] part = new byte[buffer.remaining()];
      buffer.get(part);
      bytes.writeBytes(part);
    }
  }

  @Override
  public void onError(Throwable thrown) {
    body.completeExceptionally(thrown);
  }

  @Override
  public void onComplete() {
    body.complete(bytes.toByteArray());
  }
}
