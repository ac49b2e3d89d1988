package org.reprise.ldx.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;

/** Keeps a body in memory, and breaks it off where it is too long. */
final class BoundedBody {
  private BoundedBody() {}

  /** The body is longer than allowed. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1;

    TooLong(long max) {
      super("it has more than %,d bytes".formatted(max));
    }
  }

  // Copies the bytes: ofByteArray() keeps the buffers as they come, and one of a chunk of one byte
  // takes sixty bytes of the heap. limiting() has no type of its own for a body that is too long.
  static BodySubscriber<byte[]> of(long max) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    return BodySubscribers.mapping(
        BodySubscribers.ofByteArrayConsumer(part ->
            part.ifPresent(bytes -> {
              if (body.size() + (long) bytes.length > max) {
                throw new UncheckedIOException(new TooLong(max));
              }
              body.writeBytes(bytes);
            })),
        end -> body.toByteArray());
  }
}
