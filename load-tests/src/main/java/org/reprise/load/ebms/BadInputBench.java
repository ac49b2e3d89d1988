package org.reprise.load.ebms;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reprise.load.stack.ServiceProcess;

/**
 * What a message costs that is refused, beside a good Ping of the same run: each is sent one after
 * another on connections of their own, so that a handler that closes the connection after an error
 * is not made to look better or worse by it.
 */
public final class BadInputBench {
  private static final Set<Integer> FINE = Set.of(200, 204);

  /** For one input; large ones end before all of them were sent. */
  private static final Duration LONGEST = Duration.ofSeconds(8);

  private static final int WARM_UP_SHARE = 2;

  private final URI handler;
  private final Optional<ProcessHandle> service;
  private final int messages;

  /**
   * What was measured of one input.
   *
   * @param name of the input
   * @param bytes of its body
   * @param sent how many were counted
   * @param meanMs from connecting until the answer was read, milliseconds
   * @param cpuMs CPU time of the service for one, milliseconds; null where that cannot be told
   * @param status that all of them were answered with
   * @param fault what was answered otherwise than it should be; null where nothing was
   */
  public record Row(
      String name,
      long bytes,
      int sent,
      double meanMs,
      @Nullable Double cpuMs,
      int status,
      @Nullable String fault) {}

  BadInputBench(URI handler, Optional<ProcessHandle> service, int messages) {
    this.handler = handler;
    this.service = service;
    this.messages = messages;
  }

  /**
   * Measures ebms-adapter, which is given an agreement with synchronous answers.
   *
   * @param messages of each input at most
   * @param listener hears the name of each input
   * @return the good Ping, each bad input, and the good Ping again
   */
  public static List<Row> run(
      EbmsTarget target, EbmsPing flow, int messages, Consumer<String> listener)
      throws IOException, InterruptedException {
    var asked = new EbmsPing(flow.cpaId() + ".bad", flow.from(), flow.to());
    target.agree(target.handler(), asked, true);
    return new BadInputBench(
            target.handler(), target.service().map(ServiceProcess::handle), messages)
        .rows(asked, target.partner().sink().host(), listener);
  }

  List<Row> rows(EbmsPing flow, String host, Consumer<String> listener) throws IOException {
    var ids = PingIds.random(host);
    var ping = new String(flow.message(ids.messageId(0)), StandardCharsets.UTF_8);
    var good =
        new BadInput(
            "a good Ping",
            List.of(
                "Content-Type: " + EbmsPing.CONTENT_TYPE,
                "SOAPAction: " + EbmsPing.SOAP_ACTION,
                "Content-Length: " + ping.getBytes(StandardCharsets.UTF_8).length),
            ping.getBytes(StandardCharsets.UTF_8),
            FINE);
    var rows = new ArrayList<Row>();
    listener.accept(good.name());
    // Not counted: the service is compiled by it for all that follows.
    measure(good, 2 * messages);
    rows.add(measure(good, messages));
    for (var bad : BadInput.all(ping)) {
      listener.accept(bad.name());
      rows.add(measure(bad, messages));
    }
    listener.accept(good.name());
    rows.add(measure(good, messages));
    return List.copyOf(rows);
  }

  private Row measure(BadInput input, int most) throws IOException {
    var post = new SinglePost(handler);
    var seen = new Seen(input);
    send(post, input, most / WARM_UP_SHARE, LONGEST.dividedBy(2), seen);
    var cpuBefore = cpu();
    var began = System.nanoTime();
    var sent = send(post, input, most, LONGEST, seen);
    var nanos = System.nanoTime() - began;
    var cpuAfter = cpu();
    return new Row(
        input.name(),
        input.body().length,
        sent,
        nanos / 1e6 / sent,
        cpuBefore.isPresent() && cpuAfter.isPresent()
            ? cpuAfter.get().minus(cpuBefore.get()).toNanos() / 1e6 / sent
            : null,
        seen.status,
        seen.fault);
  }

  private Optional<Duration> cpu() {
    return service.flatMap(process -> process.info().totalCpuDuration());
  }

  private static int send(SinglePost post, BadInput input, int most, Duration longest, Seen seen)
      throws IOException {
    var end = System.nanoTime() + longest.toNanos();
    var sent = 0;
    do {
      seen.note(post.send(input.head(), input.body()));
      sent++;
    } while (sent < most && System.nanoTime() - end < 0);
    return sent;
  }

  /** What was answered. */
  private static final class Seen {
    private static final int EXCERPT = 200;

    private final BadInput input;
    private int status;
    private @Nullable String fault;

    Seen(BadInput input) {
      this.input = input;
    }

    void note(SinglePost.Answer answer) {
      status = answer.status();
      var fine = FINE.contains(status) || answer.text().contains("errorCode=");
      if (fault == null && !(input.statuses().contains(status) && fine)) {
        var text = answer.text().replaceAll("\\s+", " ");
        fault =
            "%s: expected %s with an ErrorList, was %d: %s"
                .formatted(
                    input.name(),
                    input.statuses(),
                    status,
                    text.substring(0, Math.min(EXCERPT, text.length())));
      }
    }
  }
}
