package org.reprise.ebms.envelope;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A SOAP envelope with what ebMS 2.0 puts into it.
 *
 * @param header the MessageHeader; null only in a report about something that could not be read
 * @param syncReply whether the sender waits for the answer in the HTTP response
 */
public record Envelope(
    @Nullable MessageHeader header,
    boolean syncReply,
    @Nullable AckRequested ackRequested,
    @Nullable Acknowledgment acknowledgment,
    @Nullable ErrorList errorList,
    Content content) {

  private static final Set<String> MAY_PASS =
      Set.of(ErrorCode.UNKNOWN.text(), ErrorCode.DELIVERY_FAILURE.text());

  public static Envelope of(MessageHeader header, Content content) {
    return new Envelope(header, false, null, null, null, content);
  }

  /** What it says was wrong with an earlier message, in one line; null for no error. */
  public @Nullable String reportedError() {
    if (errorList != null && errorList.highestSeverity() == Severity.ERROR) {
      return errorList.summary();
    }
    return content instanceof Content.Fault fault ? ErrorList.line(fault.reason()) : null;
  }

  /**
   * Whether it says that an earlier message may succeed when it is sent again: by a fault of the
   * server (SOAP 1.1, section 4.4.1) without an error that says what is wrong with the message.
   */
  public boolean isTemporaryFault() {
    return content instanceof Content.Fault fault
        && fault.code() == FaultCode.SERVER
        && (errorList == null
            || errorList.errors().stream().allMatch(error -> MAY_PASS.contains(error.code())));
  }

  /** Whether it reports errors: no report of errors answers it (ebMS 2.0, section 4.2.4). */
  public boolean reportsErrors() {
    return (errorList != null && errorList.highestSeverity() == Severity.ERROR)
        || (header != null && header.isMessageError());
  }

  public static Envelope error(@Nullable MessageHeader header, ErrorList errors, Content content) {
    return new Envelope(header, false, null, null, errors, content);
  }
}
