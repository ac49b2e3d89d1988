package org.reprise.load.ebms;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.reprise.load.ebms.HttpListener.Answer;
import tools.jackson.databind.json.JsonMapper;

/**
 * The other party, as a process of its own: receives what the measured handler sends, and keeps the
 * {@linkplain PongBook book} of it. Arguments: the address and port where Pongs come in, and the
 * loopback port where {@link PartnerProcess} asks. The path that they come to is in the
 * environment, which other users cannot read.
 */
public final class Partner {
  /** The variable that holds the path where Pongs come in. */
  static final String PATH = "REPRISE_SINK_PATH";

  /** A Pong with signature and certificate has some 10 KiB. */
  private static final int MOST_BODY = 64 * 1024;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Partner() {}

  /** What {@link PartnerProcess} says before load is sent. */
  record Expectation(String token, EbmsPing flow, int most) {}

  /** Serves until it is ended; ends with 1 where its ports cannot be had. */
  public static void main(String[] arguments) throws InterruptedException {
    var book = new PongBook();
    var path = Objects.requireNonNull(System.getenv(PATH), PATH);
    try (var _ =
            new HttpListener(
                InetAddress.getByName(arguments[0]),
                Integer.parseInt(arguments[1]),
                MOST_BODY,
                request -> receive(request, path, book));
        var _ =
            new HttpListener(
                InetAddress.getLoopbackAddress(),
                Integer.parseInt(arguments[2]),
                MOST_BODY,
                request -> control(request, book))) {
      new CountDownLatch(1).await();
    } catch (IOException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  /** What comes to another path than the agreement's is nobody's Pong and is not counted. */
  static Answer receive(FullHttpRequest request, String path, PongBook book) {
    if (!isSame(request.uri(), path)) {
      return Answer.empty(404);
    }
    if (!request.method().equals(HttpMethod.POST)) {
      return Answer.empty(405);
    }
    return book.receive(ByteBufUtil.getBytes(request.content()))
        ? Answer.empty(204)
        : Answer.text(503, "more messages have come than any load that was announced makes");
  }

  /** In a time that does not tell how much of a guess was right. */
  private static boolean isSame(String target, String path) {
    return MessageDigest.isEqual(
        target.getBytes(StandardCharsets.UTF_8), path.getBytes(StandardCharsets.UTF_8));
  }

  private static Answer control(FullHttpRequest request, PongBook book) {
    var words = request.uri().split("/", -1);
    var token = words.length > 2 ? words[2] : "";
    return switch (words.length > 1 ? words[1] : "") {
      case "expect" -> {
        var expected = JSON.readValue(ByteBufUtil.getBytes(request.content()), Expectation.class);
        try {
          book.expect(expected.token(), expected.flow(), expected.most());
          yield Answer.empty(204);
        } catch (IllegalArgumentException e) {
          yield Answer.text(400, String.valueOf(e.getMessage()));
        }
      }
      case "counts" -> new Answer(200, JSON.writeValueAsBytes(book.counts(token)));
      case "answered" -> new Answer(200, book.answered(token).toByteArray());
      // Where a generator warms itself up: what comes here is no Pong.
      case "warm-up" -> Answer.empty(204);
      default -> Answer.empty(404);
    };
  }
}
