package org.reprise.lists;

import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.UUID;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestClient;

/** A plain HTTP client of the service. */
public final class ListsClient extends TestClient<ListsClient.Answer> {
  private static final String TENANT = "X-Okapi-Tenant";

  ListsClient(String base, String username, String password, String tenant) {
    super(base, username, password, Answer::new, TENANT, tenant);
  }

  private ListsClient(ListsClient like, List<String> headers) {
    super(like, headers);
  }

  /** The same for a user of the tenant. */
  public ListsClient as(UUID user) {
    return with("X-Okapi-User-Id", user.toString());
  }

  /** The same with permissions, as the gateway would name them. */
  public ListsClient permitted(String names) {
    return with("X-Okapi-Permissions", names);
  }

  /** The same with one more header, beside one of that name that is there. */
  public ListsClient with(String header, String value) {
    return new ListsClient(this, plus(header, value));
  }

  /** The same without credentials. */
  public ListsClient anonymous() {
    return new ListsClient(this, without("Authorization"));
  }

  /** The same without a tenant's header. */
  public ListsClient withoutTenant() {
    return new ListsClient(this, without(TENANT));
  }

  /** A response. */
  public static final class Answer extends TestAnswer {
    Answer(HttpResponse<byte[]> response) {
      super(response);
    }

    /** The error's code. */
    public String code() {
      return json().path("code").asString("");
    }
  }

  /** GET whose body is received as far as it is read. */
  public HttpResponse<InputStream> open(String path) {
    return exchange("GET", path, BodyPublishers.noBody(), BodyHandlers.ofInputStream());
  }

  /** Sends a body of a type; an empty one is not named. */
  public Answer send(String method, String path, BodyPublisher body, String contentType) {
    return contentType.isEmpty()
        ? super.send(method, path, body)
        : super.send(method, path, body, "Content-Type", contentType);
  }
}
