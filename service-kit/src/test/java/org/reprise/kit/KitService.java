package org.reprise.kit;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.ByteBudget;
import org.reprise.kit.security.FormSecurity;
import org.reprise.kit.security.PathRoles;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** The smallest service that has the kit, over real HTTP. */
final class KitService implements AutoCloseable {
  static final String PASSWORD = "pass word ü";

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final ConfigurableApplicationContext context;

  private KitService(ConfigurableApplicationContext context) {
    this.context = context;
  }

  @SpringBootApplication
  static class Application {
    @Bean
    Gate gate() {
      return new Gate(new CountDownLatch(1), new CountDownLatch(1));
    }
  }

  /** The same as pages. */
  @Configuration(proxyBeanMethods = false)
  static class Pages {
    @Bean
    @Order(1)
    SecurityFilterChain pages(HttpSecurity http, FormSecurity forms) {
      return forms.chain(http.securityMatcher("/pages/**"), null, "");
    }

    @Bean
    @Order(2)
    SecurityFilterChain forms(HttpSecurity http, FormSecurity forms) {
      return forms.chain(http.securityMatcher("/forms/**"), new CookieCsrfTokenRepository(), "");
    }
  }

  /** What a service has that knows roles. */
  @Configuration(proxyBeanMethods = false)
  @Profile("roles")
  static class Roles {
    @Bean
    PathRoles pathRoles() {
      return new PathRoles(
          List.of(
              new PathRoles.Rule(HttpMethod.GET, "/number", Set.of("reader", "writer")),
              PathRoles.Rule.all("/number", "writer"),
              PathRoles.Rule.all("/length", "writer")));
    }
  }

  /** Where a request waits until the test lets it through. */
  record Gate(CountDownLatch entered, CountDownLatch opened) {}

  @RestController
  static class Controller {
    private final Gate gate;

    Controller(Gate gate) {
      this.gate = gate;
    }

    @GetMapping("/gate")
    String gate() throws InterruptedException {
      gate.entered.countDown();
      return gate.opened.await(10, TimeUnit.MINUTES) ? "through" : "left";
    }

    @GetMapping({"/hello", "/pages/hello"})
    String hello(@RequestParam(defaultValue = "world") String name) {
      return "hello " + name;
    }

    @GetMapping("/sql-failure")
    String sqlFailure(@RequestParam String state) {
      throw new IllegalStateException(new SQLException("as the database says", state));
    }

    @GetMapping("/number")
    int number(@RequestParam int n) {
      return n;
    }

    /** More than any buffer of the operating system takes. */
    @GetMapping("/large")
    byte[] large() {
      return new byte[32 << 20];
    }

    @PostMapping("/length")
    int length(@RequestBody byte[] body) {
      return body.length;
    }

    @GetMapping("/slow")
    String slow() throws InterruptedException {
      // Longer than any limit on what comes.
      return new CountDownLatch(1).await(3, TimeUnit.SECONDS) ? "" : "done";
    }

    @PostMapping({"/parts", "/streamed"})
    long parts(@RequestParam MultipartFile file) {
      return file.getSize();
    }

    @PostMapping({"/form", "/forms/form"})
    String form(@RequestParam String a) {
      return a;
    }

    @GetMapping("/forms/token")
    String token(CsrfToken token) {
      return token.getToken();
    }

    @GetMapping("/broken")
    void broken(HttpServletResponse response) throws IOException {
      response.getOutputStream().write(new byte[100_000]);
      throw new IllegalStateException("after the response has begun");
    }

    @GetMapping("/failure")
    String failure() {
      throw new IllegalStateException("a secret of the inside");
    }
  }

  @KnownParametersOnly
  @RestController
  static class Management {
    @GetMapping("/known")
    String known(
        @RequestParam(name = "first", defaultValue = "1") int one,
        @ModelAttribute Further further) {
      return one + " " + further.second();
    }

    @GetMapping("/none-known")
    String none() {
      return "";
    }
  }

  /** The other parameters, as a record has them. */
  record Further(@Nullable String second) {}

  /** Starts with settings as on a command line. */
  static KitService start(String... settings) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--spring.config.import=classpath:service-kit.yaml",
                "--spring.application.name=kit-test",
                // It has no database.
                "--management.endpoint.health.group.readiness.include=readinessState",
                "--server.port=0"));
    all.addAll(List.of(settings));
    return new KitService(SpringApplication.run(Application.class, all.toArray(String[]::new)));
  }

  static KitService withPassword(String... settings) {
    List<String> all = new ArrayList<>(List.of("--reprise.security.password=" + PASSWORD));
    all.addAll(List.of(settings));
    return start(all.toArray(String[]::new));
  }

  static String basic(String username, String password) {
    byte[] credentials = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(credentials);
  }

  static String right() {
    return basic("reprise", PASSWORD);
  }

  ByteBudget budget() {
    return context.getBean(ByteBudget.class);
  }

  Gate gate() {
    return context.getBean(Gate.class);
  }

  int port() {
    return Integer.parseInt(
        String.valueOf(context.getEnvironment().getProperty("local.server.port")));
  }

  HttpResponse<String> get(String path, String... headers) {
    return send("GET", path, BodyPublishers.noBody(), headers);
  }

  HttpResponse<String> send(String method, String path, BodyPublisher body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
            .method(method, body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
