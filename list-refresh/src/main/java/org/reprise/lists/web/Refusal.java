package org.reprise.lists.web;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A request that is not served, and why. */
public final class Refusal extends ErrorResponseException {
  /** The code of what is wrong with a request's form. */
  public static final String INVALID_REQUEST = "invalid.request";

  private static final long serialVersionUID = 1;
  private static final String RETRY_AFTER = "5";

  private final String code;
  private final transient List<Parameter> parameters;

  /**
   * What the refusal is about.
   *
   * @param key such as {@code id}
   * @param value such as the id that was asked for
   */
  public record Parameter(String key, String value) {
    public Parameter {
      Objects.requireNonNull(key);
      Objects.requireNonNull(value);
    }
  }

  /**
   * @param code the error, such as {@code list.not.found}; the {@link Action} comes before it
   */
  public Refusal(HttpStatus status, String code, String message, Parameter... parameters) {
    super(status, ProblemDetail.forStatusAndDetail(status, message), null);
    if (status == HttpStatus.SERVICE_UNAVAILABLE) {
      getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
    }
    this.code = Objects.requireNonNull(code);
    this.parameters = List.of(parameters);
  }

  /** 400: a part of the request, such as a parameter, has an invalid value. */
  public static Refusal invalid(String what, String reason) {
    return new Refusal(
        HttpStatus.BAD_REQUEST,
        INVALID_REQUEST,
        "%s: %s".formatted(what, reason),
        new Parameter(what, reason));
  }

  /** 404: the tenant has none of a kind with the id; the code is {@code kind.not.found}. */
  public static Refusal notFound(String kind, String key, UUID id) {
    return new Refusal(
        HttpStatus.NOT_FOUND,
        kind.replace(' ', '.') + ".not.found",
        "There is no %s with the id %s".formatted(kind, id),
        new Parameter(key, id.toString()));
  }

  /**
   * 409: a change was made of another version than the stored one.
   *
   * @param member what requests call the version
   */
  public static Refusal stale(
      String kind, UUID id, String member, int stored, @Nullable Integer given) {
    return new Refusal(
        HttpStatus.CONFLICT,
        "optimistic.lock.exception",
        "The %s was changed meanwhile: its version is %d, yours %d".formatted(kind, stored, given),
        new Parameter("id", id.toString()),
        new Parameter(member, Integer.toString(stored)));
  }

  /** 503: the request may be sent again later. */
  public static Refusal unavailable(String code, String message) {
    return new Refusal(HttpStatus.SERVICE_UNAVAILABLE, code, message);
  }

  /** Returns the error, without the action. */
  public String code() {
    return code;
  }

  public List<Parameter> parameters() {
    return parameters;
  }

  public String reason() {
    return Objects.requireNonNull(getBody().getDetail());
  }

  @Override
  public String getMessage() {
    return reason();
  }
}
