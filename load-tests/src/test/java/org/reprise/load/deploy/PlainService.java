package org.reprise.load.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A program that is built, taken apart and started as the services are, without Spring and a
 * database. It notes the arguments of each start.
 */
final class PlainService {
  /** Its module. */
  static final String MODULE = "plain-service";

  /** The variable with the file of its notes. */
  static final String NOTES = "PLAIN_NOTES";

  private PlainService() {}

  /** Builds it as a module of a checkout. */
  static Home built(Path checkout) throws IOException {
    var jar = checkout.resolve(MODULE).resolve("target").resolve(MODULE + "-1-app.jar");
    Files.createDirectories(Objects.requireNonNull(jar.getParent()));
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, PlainService.class.getName());
    var name = PlainService.class.getName().replace('.', '/') + ".class";
    try (var content = new JarOutputStream(Files.newOutputStream(jar), manifest);
        var code = PlainService.class.getResourceAsStream("/" + name)) {
      content.putNextEntry(new JarEntry(name));
      Objects.requireNonNull(code).transferTo(content);
    }
    return new Home(checkout);
  }

  public static void main(String[] arguments) throws IOException {
    if (System.getProperty("jarmode") != null) {
      var jar = Path.of(System.getProperty("java.class.path"));
      var folder = Files.createDirectories(Path.of(arguments[2]));
      Files.copy(jar, folder.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      return;
    }
    var port = Integer.parseInt(System.getenv("SERVER_PORT"));
    Files.writeString(
        Path.of(System.getenv(NOTES)),
        String.join(" ", arguments) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    serve(port);
  }

  /** Answers callers that log in as it was started for. */
  private static void serve(int port) throws IOException {
    var user = System.getenv(EnvFile.USERNAME) + ":" + System.getenv(EnvFile.PASSWORD);
    var logIn = "Basic " + Base64.getEncoder().encodeToString(user.getBytes(UTF_8));
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try {
      var server = HttpServer.create(address, 0);
      server.createContext(
          "/",
          exchange -> {
            var isOpen = exchange.getRequestURI().getPath().startsWith("/actuator/health");
            var isKnown = logIn.equals(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(isOpen || isKnown ? 200 : 401, -1);
            exchange.close();
          });
      server.start();
      System.out.println("serving port " + port);
    } catch (BindException e) {
      System.out.println("Web server failed to start. Port " + port + " was already in use.");
      System.exit(1);
    }
  }
}
