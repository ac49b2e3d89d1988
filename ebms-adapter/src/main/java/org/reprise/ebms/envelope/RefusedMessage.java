package org.reprise.ebms.envelope;

import org.jspecify.annotations.Nullable;

/**
 * A message that is not accepted, with all that is reported to its sender; {@link #of} adds what
 * could be read of the message. Carries no stack trace: bad input is not a fault of the service,
 * and must not cost it more than good input.
 */
public final class RefusedMessage extends RuntimeException {
  /** The status of a message that could be read and whose content is wrong. */
  public static final int CONTENT_IS_WRONG = 500;

  private static final int LATER = 503;

  private final int status;
  private final FaultCode fault;
  private final EbmsError error;
  private final @Nullable MessageHeader header;
  private final boolean reportsErrors;

  RefusedMessage(int status, FaultCode fault, EbmsError error) {
    this(status, fault, error, null, false);
  }

  private RefusedMessage(
      int status,
      FaultCode fault,
      EbmsError error,
      @Nullable MessageHeader header,
      boolean reportsErrors) {
    // Descriptions hold texts of the sender, which must neither fill a log nor begin a line of it.
    super(
        ErrorList.line(error.code() + " at " + error.location() + ": " + error.description()),
        null,
        false,
        false);
    this.status = status;
    this.fault = fault;
    this.error = error;
    this.header = header;
    this.reportsErrors = reportsErrors || (header != null && header.isMessageError());
  }

  /** A message that may be good, but cannot be taken now: status 503. */
  public static RefusedMessage later(String description) {
    return new RefusedMessage(
        LATER, FaultCode.SERVER, EbmsError.of(ErrorCode.DELIVERY_FAILURE, "/", description));
  }

  /** A message that this service failed on: status 500. */
  public static RefusedMessage failed() {
    return new RefusedMessage(
        500,
        FaultCode.SERVER,
        EbmsError.of(ErrorCode.UNKNOWN, "/", "The message could not be processed"));
  }

  public int status() {
    return status;
  }

  /** Whether the same message may be taken when it is sent again. */
  public boolean isTemporary() {
    return status == LATER;
  }

  /** Returns whether it is about the content of a message that could be read. */
  public boolean isAboutContent() {
    return status == CONTENT_IS_WRONG && fault != FaultCode.SERVER;
  }

  public FaultCode fault() {
    return fault;
  }

  public EbmsError error() {
    return error;
  }

  public @Nullable MessageHeader header() {
    return header;
  }

  /** Whether it reports errors: no ErrorList answers it (ebMS 2.0, section 4.2.4). */
  public boolean reportsErrors() {
    return reportsErrors;
  }

  /** The same refusal of a message that could be read. */
  public RefusedMessage of(Envelope message) {
    return of(message.header(), message.reportsErrors());
  }

  /** The same refusal of a message of which more is known. */
  public RefusedMessage of(@Nullable MessageHeader known, boolean withErrors) {
    return new RefusedMessage(
        status, fault, error, header == null ? known : header, reportsErrors || withErrors);
  }
}
