package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Bearer tokens of a configured issuer, which answers OpenID discovery and has one key. */
@SuppressWarnings("NullAway.Init") // before all tests
class TokenTest {
  private static RSAKey key;
  private static HttpServer issuer;
  private static KitService service;

  @BeforeAll
  static void start() throws IOException, JOSEException {
    key = new RSAKeyGenerator(2048).keyID("one").generate();
    issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    serve(
        "/.well-known/openid-configuration",
        """
        {"issuer":"%1$s","jwks_uri":"%1$s/keys","subject_types_supported":["public"],\
        "authorization_endpoint":"%1$s/a","token_endpoint":"%1$s/t",\
        "response_types_supported":["code"],"id_token_signing_alg_values_supported":["RS256"]}\
        """
            .formatted(issuerUri()));
    serve("/keys", new JWKSet(key.toPublicJWK()).toString());
    issuer.start();
    service =
        KitService.start(
            "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + issuerUri(),
            "--spring.security.oauth2.resourceserver.jwt.audiences=reprise");
  }

  @AfterAll
  static void stop() {
    service.close();
    issuer.stop(0);
  }

  private static void serve(String path, String body) {
    issuer.createContext(
        path,
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, bytes.length);
          try (exchange) {
            exchange.getResponseBody().write(bytes);
          }
        });
  }

  private static String issuerUri() {
    return "http://127.0.0.1:" + issuer.getAddress().getPort();
  }

  private static String token(RSAKey signedBy, String issuedBy, Instant expires)
      throws JOSEException {
    return token(signedBy, issuedBy, "reprise", expires);
  }

  private static String token(RSAKey signedBy, String issuedBy, String audience, Instant expires)
      throws JOSEException {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(signedBy.getKeyID()).build(),
            new JWTClaimsSet.Builder()
                .issuer(issuedBy)
                .subject("caller")
                .audience(audience)
                .expirationTime(Date.from(expires))
                .build());
    token.sign(new RSASSASigner(signedBy));
    return "Bearer " + token.serialize();
  }

  private static HttpResponse<String> hello(String authorization) {
    return service.get("/hello", "Authorization", authorization);
  }

  @Test
  void acceptsATokenOfTheIssuer() throws JOSEException {
    String token = token(key, issuerUri(), Instant.now().plusSeconds(60));
    for (String path : new String[] {"/hello", "/pages/hello"}) {
      assertThat(service.get(path, "Authorization", token).statusCode()).as(path).isEqualTo(200);
    }
  }

  @Test
  void refusesOtherTokensWithAProblem() throws JOSEException {
    RSAKey another = new RSAKeyGenerator(2048).keyID("one").generate();
    for (String token :
        new String[] {
          token(another, issuerUri(), Instant.now().plusSeconds(60)),
          token(key, "http://somebody.else", Instant.now().plusSeconds(60)),
          token(key, issuerUri(), "another service", Instant.now().plusSeconds(60)),
          token(key, issuerUri(), Instant.now().minusSeconds(600)),
          "Bearer abc",
          "Bearer "
        }) {
      HttpResponse<String> answer = hello(token);
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.headers().firstValue("WWW-Authenticate"))
          .hasValueSatisfying(challenge -> assertThat(challenge).startsWith("Bearer"));
      assertThat(answer.headers().firstValue("Content-Type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
      assertThat(answer.body()).contains("\"status\":401");
    }
  }

  @Test
  void issuerWithoutAudiencesIsRefusedAtStart() {
    assertThatThrownBy(() ->
            KitService.start(
                "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + issuerUri()))
        .rootCause()
        .hasMessageContaining("jwt.audiences");
  }

  @Test
  void issuerThatDoesNotAnswerIs503() throws JOSEException {
    String nobody = "http://127.0.0.1:1";
    try (KitService other =
        KitService.start(
            "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + nobody,
            "--spring.security.oauth2.resourceserver.jwt.audiences=reprise")) {
      HttpResponse<String> answer =
          other.get("/hello", "Authorization", token(key, nobody, Instant.now().plusSeconds(60)));
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    }
  }

  @Test
  void refusesBasicCredentialsWithoutAPassword() {
    for (String password : new String[] {"", "x", "null"}) {
      assertThat(hello(KitService.basic("reprise", password)).statusCode()).isEqualTo(401);
    }
    assertThat(service.get("/hello").statusCode()).isEqualTo(401);
  }
}
