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
import java.util.concurrent.Executors;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.reprise.localstack.process.FileTree;

/**
 * The floor: the same embedded Tomcat, virtual threads and HTTP client as ebms-adapter with nothing
 * of ebMS between them. {@code plain} reads a body and answers with one of a Pong's size; {@code
 * forward} reads it, answers 204, and posts it on over a few kept connections from a bounded queue.
 * Arguments: mode, port, and where {@code forward} posts to.
 */
final class FloorServer extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final int CONNECTIONS = 4;
  private static final byte[] ANSWER =
      "<pong>%s</pong>".formatted("-".repeat(1187)).getBytes(StandardCharsets.US_ASCII);

  private final boolean forwards;
  private final transient BlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(1000);

  private FloorServer(boolean forwards) {
    this.forwards = forwards;
  }

  public static void main(String[] arguments) throws Exception {
    var floor = new FloorServer(arguments[0].equals("forward"));
    for (int i = 0; floor.forwards && i < CONNECTIONS; i++) {
      Thread.ofVirtual().start(() -> floor.forward(URI.create(arguments[2])));
    }
    var tomcat = new Tomcat();
    var folder = Files.createTempDirectory("reprise-floor");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> FileTree.delete(folder)));
    tomcat.setBaseDir(folder.toString());
    tomcat.setPort(Integer.parseInt(arguments[1]));
    var connector = tomcat.getConnector();
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxKeepAliveRequests", "-1");
    ((AbstractProtocol<?>) connector.getProtocolHandler())
        .setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    var context = tomcat.addContext("", folder.toString());
    Tomcat.addServlet(context, "floor", floor);
    context.addServletMappingDecoded("/*", "floor");
    tomcat.start();
    tomcat.getServer().await();
  }

  private void forward(URI target) {
    try (var client = HttpClients.createMinimal()) {
      while (true) {
        var request = new HttpPost(target);
        request.setHeader("SOAPAction", EbmsPing.SOAP_ACTION);
        request.setEntity(
            new ByteArrayEntity(queue.take(), ContentType.parse(EbmsPing.CONTENT_TYPE)));
        try {
          client.execute(request, response -> response.getCode());
        } catch (IOException e) {
          System.err.println("not forwarded: " + e);
        }
      }
    } catch (IOException | InterruptedException e) {
      System.err.println("forwards no more: " + e);
    }
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    var body = request.getInputStream().readAllBytes();
    if (!forwards) {
      response.setContentType(EbmsPing.CONTENT_TYPE);
      response.setContentLength(ANSWER.length);
      response.getOutputStream().write(ANSWER);
      return;
    }
    try {
      queue.put(body);
      response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    }
  }
}
