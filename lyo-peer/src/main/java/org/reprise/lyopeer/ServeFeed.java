package org.reprise.lyopeer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.apache.jena.rdf.model.Model;
import org.eclipse.lyo.core.trs.Base;
import org.eclipse.lyo.core.trs.ChangeLog;
import org.eclipse.lyo.core.trs.TrackedResourceSet;
import org.eclipse.lyo.oslc4j.core.model.AbstractResource;
import org.eclipse.lyo.oslc4j.provider.jena.JenaModelHelper;
import org.eclipse.lyo.oslc4j.trs.server.InmemPagedTrs;
import org.eclipse.lyo.oslc4j.trs.server.PagedTrsFactory;
import org.eclipse.lyo.oslc4j.trs.server.TRSUtil;
import org.jspecify.annotations.Nullable;

/**
 * Serves a feed that Lyo's TRS library keeps, at {@code /trs} of a free port of loopback, and the
 * resources in it at {@code /resource/…}.
 *
 * <p>Arguments: how many members a page of the base has, how many events a page of the log, and how
 * many resources there are from the start. It prints the feed's URI first. Then each line that
 * comes in changes one resource: {@code put NAME TURTLE} creates or modifies it, {@code delete
 * NAME} deletes it; {@code done} is printed for each.
 */
final class ServeFeed {
  private final URI root;
  private final InmemPagedTrs feed;
  private final Map<String, byte[]> resources = new ConcurrentHashMap<>();

  private ServeFeed(URI root, int basePage, int logPage, int members) {
    this.root = root;
    List<URI> first = new ArrayList<>();
    for (int number = 1; number <= members; number++) {
      String name = "first" + number;
      resources.put(
          name,
          ("<" + resource(name) + "> <http://purl.org/dc/terms/title> \"" + name + "\" .")
              .getBytes(UTF_8));
      first.add(resource(name));
    }
    this.feed =
        new PagedTrsFactory().getInmemPagedTrs(basePage, logPage, root, "base", "changelog", first);
  }

  public static void main(String[] arguments) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    URI root = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/trs");
    ServeFeed served =
        new ServeFeed(
            root,
            Integer.parseInt(arguments[0]),
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", served::answer);
    server.start();
    System.out.println(root);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      served.change(line.split(" ", 3));
      System.out.println("done");
    }
    server.stop(0);
  }

  private URI resource(String name) {
    return root.resolve("/resource/" + name);
  }

  /** Lyo's feed is not made for several threads. */
  private synchronized void change(String[] words) {
    String name = words[1];
    switch (words[0]) {
      case "put":
        if (resources.put(name, words[2].getBytes(UTF_8)) == null) {
          feed.onCreated(new Named(resource(name)));
        } else {
          feed.onModified(new Named(resource(name)));
        }
        break;
      case "delete":
        resources.remove(name);
        feed.onDeleted(resource(name));
        break;
      default:
        throw new IllegalArgumentException(words[0]);
    }
  }

  private static final class Named extends AbstractResource {
    Named(URI about) {
      setAbout(about);
    }
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      answerIn(exchange);
    } catch (RuntimeException e) {
      e.printStackTrace();
      throw e;
    }
  }

  private void answerIn(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.startsWith("/resource/")) {
      send(exchange, resources.get(path.substring("/resource/".length())));
    } else if (path.equals("/trs")) {
      send(exchange, turtle(set()));
    } else if (path.equals("/trs/base")) {
      exchange.getResponseHeaders().set("Location", root + "/base/1");
      exchange.sendResponseHeaders(303, -1);
    } else if (path.startsWith("/trs/base/")) {
      Base page = feed.getBaseResource(number(path));
      // Lyo writes it in several lines, as RFC 7230 does not allow any more.
      exchange
          .getResponseHeaders()
          .set("Link", TRSUtil.linkHeaderValue(page).replaceAll("\\s*\\R\\s*", " "));
      send(exchange, turtle(page, page.getNextPage()));
    } else if (path.startsWith("/trs/changelog/")) {
      ChangeLog log = feed.getChangeLog(number(path));
      send(exchange, log == null ? null : turtle(log));
    } else {
      send(exchange, null);
    }
  }

  private static int number(String path) {
    return Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
  }

  /** As Lyo's own service makes it of a feed. */
  private TrackedResourceSet set() {
    try {
      TrackedResourceSet set = new TrackedResourceSet();
      set.setAbout(root);
      set.setBase(URI.create(root + "/base"));
      set.setChangeLog(feed.changelogPageCount() == 0 ? new ChangeLog() : feed.getChangeLogLast());
      return set;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] turtle(Object... resources) {
    try {
      Model model = JenaModelHelper.createJenaModel(resources);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      model.write(bytes, "TURTLE");
      return bytes.toByteArray();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void send(HttpExchange exchange, byte @Nullable [] body) throws IOException {
    if (body == null) {
      exchange.sendResponseHeaders(404, -1);
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "text/turtle");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }
}
