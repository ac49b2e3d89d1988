package org.reprise.load.ebms;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.classic.MinimalHttpClient;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * The floor: the same embedded Tomcat, virtual threads and HTTP client as ebms-adapter with nothing
 * of ebMS between them. {@code plain} reads a body and answers with one of a Pong's size; {@code
 * forward} reads it, answers 204, and posts it on over a few kept connections from a bounded queue.
 * Arguments: mode, port, and where {@code forward} posts to.
 */
public final class FloorServer {
  private static final int QUEUE = 1000;
  private static final int CONNECTIONS = 4;
  private static final int PONG_BYTES = 1200;

  private FloorServer() {}

  /** Serves until it is ended. */
  public static void main(String[] arguments) throws Exception {
    HttpServlet servlet =
        switch (arguments[0]) {
          case "plain" -> new Plain();
          case "forward" -> new Forward(URI.create(arguments[2]));
          default -> throw new IllegalArgumentException("plain or forward, not " + arguments[0]);
        };
    start(Integer.parseInt(arguments[1]), servlet);
    new CountDownLatch(1).await();
  }

  private static void start(int port, HttpServlet servlet) throws IOException, LifecycleException {
    var tomcat = new Tomcat();
    var folder = Files.createTempDirectory("reprise-floor");
    folder.toFile().deleteOnExit();
    tomcat.setBaseDir(folder.toString());
    tomcat.setPort(port);
    var connector = tomcat.getConnector();
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxKeepAliveRequests", "-1");
    ((AbstractProtocol<?>) connector.getProtocolHandler())
        .setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    var context = tomcat.addContext("", folder.toString());
    Tomcat.addServlet(context, "floor", servlet);
    context.addServletMappingDecoded("/*", "floor");
    tomcat.start();
  }

  private static final class Plain extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final byte[] ANSWER =
        ("<pong>" + "-".repeat(PONG_BYTES - 13) + "</pong>").getBytes(StandardCharsets.US_ASCII);

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      var _ = request.getInputStream().readAllBytes();
      response.setContentType(EbmsPing.CONTENT_TYPE);
      response.setContentLength(ANSWER.length);
      response.getOutputStream().write(ANSWER);
    }
  }

  private static final class Forward extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient BlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(QUEUE);
    private final transient MinimalHttpClient client = HttpClients.createMinimal();

    Forward(URI target) {
      for (int i = 0; i < CONNECTIONS; i++) {
        Thread.ofVirtual().start(() -> forward(target));
      }
    }

    private void forward(URI target) {
      while (true) {
        try {
          var request = new HttpPost(target);
          request.setHeader("SOAPAction", EbmsPing.SOAP_ACTION);
          request.setEntity(
              new ByteArrayEntity(queue.take(), ContentType.parse(EbmsPing.CONTENT_TYPE)));
          client.execute(
              request,
              response -> {
                EntityUtils.consume(response.getEntity());
                return response.getCode();
              });
        } catch (IOException e) {
          System.err.println("not forwarded: " + e);
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      try {
        queue.put(request.getInputStream().readAllBytes());
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
      }
    }
  }
}
