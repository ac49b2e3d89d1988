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

  private static final String RETRY_AFTER = "5";
  private static final int MAX_VALUE = 500;

  private final String code;
  private final transient List<Parameter> parameters;

  /** What a refusal is about, such as {@code id}, and its value. */
  public record Parameter(String key, String value) {
    /** Cuts what is long: it may be all of a body. */
    public Parameter {
      value = value.length() <= MAX_VALUE ? value : value.substring(0, MAX_VALUE) + "…";
    }
  }

  /** Refuses with a code such as {@code list.not.found}; the {@link Action} comes before it. */
  public Refusal(HttpStatus status, String code, String message, Parameter... parameters) {
    super(status, ProblemDetail.forStatusAndDetail(status, message), null);
    if (status == HttpStatus.SERVICE_UNAVAILABLE) {
      getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
    }
    this.code = code;
    this.parameters = List.of(parameters);
  }

  /** 400: a part of the request, such as a parameter, has an invalid value. */
  public static Refusal invalid(String what, String reason) {
    Parameter about = new Parameter(what, reason);
    return new Refusal(
        HttpStatus.BAD_REQUEST, INVALID_REQUEST, "%s: %s".formatted(what, about.value()), about);
  }

  /** 404: the tenant has none of a kind with the id; the code is {@code kind.not.found}. */
  public static Refusal notFound(String kind, String key, UUID id) {
    return new Refusal(
        HttpStatus.NOT_FOUND,
        kind.replace(' ', '.') + ".not.found",
        "There is no %s with the id %s".formatted(kind, id),
        new Parameter(key, id.toString()));
  }

  /** 409: a change was made of another version, by the name of {@code member}, than is stored. */
  public static Refusal stale(
      String kind, UUID id, String member, int stored, @Nullable Integer given) {
    return new Refusal(
        HttpStatus.CONFLICT,
        "optimistic.lock.exception",
        "The %s was changed meanwhile: its version is %d, yours %d".formatted(kind, stored, given),
        new Parameter("id", id.toString()),
        new Parameter(member, Integer.toString(stored)));
  }

  /** 409 as {@link #stale} where a record was read in another version; null is any. */
  public static void requireVersion(String kind, UUID id, int stored, @Nullable Integer read) {
    if (read != null && read != stored) {
      throw stale(kind, id, "_version", stored, read);
    }
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
