package org.reprise.ldx.http;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayList;
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
  private final List<ByteBuffer> parts = new ArrayList<>();
  private Flow.@Nullable Subscription subscription;
  private long length;

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
      length += buffer.remaining();
    }
    if (length > most) {
      parts.clear();
      if (subscription != null) {
        subscription.cancel();
      }
      body.completeExceptionally(new TooLong(most));
      return;
    }
    parts.addAll(buffers);
  }

  @Override
  public void onError(Throwable thrown) {
    parts.clear();
    body.completeExceptionally(thrown);
  }

  @Override
  public void onComplete() {
    byte[] all = new byte[(int) length];
    int at = 0;
    for (ByteBuffer part : parts) {
      int size = part.remaining();
      part.get(all, at, size);
      at += size;
    }
    parts.clear();
    body.complete(all);
  }
}
