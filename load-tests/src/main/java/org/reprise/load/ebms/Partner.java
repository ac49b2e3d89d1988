package org.reprise.load.ebms;

import java.net.BindException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
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
  /** Path to which a generator may send what is to be no Pong, before it measures. */
  static final String WARM_UP = "/warm-up";

  /** The variable that holds the path where Pongs come in. */
  static final String PATH = "REPRISE_SINK_PATH";

  /** A Pong with signature and certificate has some 10 KiB. */
  private static final int MOST_PONG = 64 * 1024;

  private static final int MOST_QUESTION = 4 * 1024 * 1024;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Partner() {}

  /** What {@link PartnerProcess} says before load is sent. */
  record Expectation(String token, EbmsPing flow, int most) {}

  /** Serves until it is ended; ends with 1 where its ports cannot be had. */
  public static void main(String[] arguments) throws Exception {
    try {
      serve(arguments);
    } catch (BindException e) {
      System.err.printf(
          "port %s of %s (or %s of loopback) cannot be listened on: %s%n",
          arguments[1], arguments[0], arguments[2], e.getMessage());
      System.exit(1);
    }
  }

  private static void serve(String[] arguments) throws Exception {
    var book = new PongBook();
    var path = Objects.requireNonNull(System.getenv(PATH), PATH);
    try (var _ =
            new HttpListener(
                InetAddress.getByName(arguments[0]),
                Integer.parseInt(arguments[1]),
                "pongs",
                MOST_PONG,
                request -> receive(request, path, book));
        var _ =
            new HttpListener(
                InetAddress.getLoopbackAddress(),
                Integer.parseInt(arguments[2]),
                "control",
                MOST_QUESTION,
                request -> control(request, book))) {
      new CountDownLatch(1).await();
    }
  }

  /** What comes to another path than the agreement's is nobody's Pong and is not counted. */
  static Answer receive(HttpInput.Request request, String path, PongBook book) {
    var target = request.target();
    if (!target.equals(WARM_UP) && !isSame(target, path)) {
      return Answer.empty(404);
    }
    if (!request.method().equals("POST")) {
      return Answer.empty(405);
    }
    if (!target.equals(WARM_UP)) {
      book.receive(request.body());
    }
    return Answer.empty(204);
  }

  /** In a time that does not tell how much of a guess was right. */
  private static boolean isSame(String target, String path) {
    return MessageDigest.isEqual(
        target.getBytes(StandardCharsets.UTF_8), path.getBytes(StandardCharsets.UTF_8));
  }

  private static Answer control(HttpInput.Request request, PongBook book) {
    var words = request.target().split("/", -1);
    return switch (words.length > 1 ? words[1] : "") {
      case "expect" -> {
        var expected = JSON.readValue(request.body(), Expectation.class);
        book.expect(expected.token(), expected.flow(), expected.most());
        yield Answer.empty(204);
      }
      case "counts" ->
          new Answer(200, JSON.writeValueAsBytes(book.counts(words.length > 2 ? words[2] : "")));
      case "answered" ->
          Answer.text(
              200, Base64.getEncoder().encodeToString(book.answered(words[2]).toByteArray()));
      default -> Answer.empty(404);
    };
  }
}
