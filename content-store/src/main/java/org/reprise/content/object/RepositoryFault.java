package org.reprise.content.object;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** A request that the repository refuses, by the exceptions of CMIS 1.1 (section 2.2.1.4). */
public final class RepositoryFault extends ResponseStatusException {
  private static final long serialVersionUID = 1;

  /** Names and statuses of the browser binding (section 5.2.10). */
  public enum Kind {
    CONSTRAINT("constraint", HttpStatus.CONFLICT),
    CONTENT_ALREADY_EXISTS("contentAlreadyExists", HttpStatus.CONFLICT),
    FILTER_NOT_VALID("filterNotValid", HttpStatus.BAD_REQUEST),
    INVALID_ARGUMENT("invalidArgument", HttpStatus.BAD_REQUEST),
    NAME_CONSTRAINT_VIOLATION("nameConstraintViolation", HttpStatus.CONFLICT),
    NOT_SUPPORTED("notSupported", HttpStatus.METHOD_NOT_ALLOWED),
    OBJECT_NOT_FOUND("objectNotFound", HttpStatus.NOT_FOUND),
    PERMISSION_DENIED("permissionDenied", HttpStatus.FORBIDDEN),
    UPDATE_CONFLICT("updateConflict", HttpStatus.CONFLICT),
    VERSIONING("versioning", HttpStatus.CONFLICT);

    private final String id;
    private final HttpStatus status;

    Kind(String id, HttpStatus status) {
      this.id = id;
      this.status = status;
    }

    public String id() {
      return id;
    }

    public RepositoryFault fault(String detail) {
      return new RepositoryFault(this, detail);
    }
  }

  private final Kind kind;

  private RepositoryFault(Kind kind, String detail) {
    super(kind.status, detail);
    this.kind = kind;
    getBody().setProperty("exception", kind.id);
  }

  public Kind kind() {
    return kind;
  }
}
