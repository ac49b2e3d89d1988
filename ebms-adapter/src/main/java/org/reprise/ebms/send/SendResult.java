package org.reprise.ebms.send;

/** How the sending of a message ended. */
public sealed interface SendResult {
  /**
   * The partner took it. The answer is cut off at the limit; its type is empty where it has none.
   */
  @SuppressWarnings("ArrayRecordComponent") // read once
  record Delivered(String contentType, byte[] answer) implements SendResult {}

  /** The partner rejected it for good. The answer is cut off at a limit; its type may be empty. */
  @SuppressWarnings("ArrayRecordComponent") // read once
  record Refused(int status, String contentType, byte[] answer) implements SendResult {}

  /** It could not be delivered in time; with zero tries it was not its turn in time. */
  record GivenUp(String reason, int tries) implements SendResult {}

  /**
   * It could not be sent for a reason of this service's own, such as a database that does not give
   * the payload: the partner does not have it.
   */
  record Unsent(String reason) implements SendResult {}

  /**
   * This instance does not send it any more: it stops, another one has the message now, or its
   * sending has ended otherwise.
   */
  record Abandoned() implements SendResult {}
}
