package org.reprise.localstack.testing;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A response as tests look at it. */
public class TestAnswer {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpResponse<byte[]> response;

  public TestAnswer(HttpResponse<byte[]> response) {
    this.response = response;
  }

  public HttpResponse<byte[]> response() {
    return response;
  }

  public int status() {
    return response.statusCode();
  }

  /** Returns a header, empty where it is missing. */
  public String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  public String body() {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  public JsonNode json() {
    return JSON.readTree(response.body());
  }

  /** Returns status and body, for assertions' messages. */
  @Override
  public String toString() {
    return status() + " " + body();
  }
}
