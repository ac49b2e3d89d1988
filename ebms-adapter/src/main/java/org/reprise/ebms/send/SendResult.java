package org.reprise.ebms.send;

/** How the sending of a message ended. */
public sealed interface SendResult {
  /** The partner took it; the answer is cut off at the limit, its type may be empty. */
  @SuppressWarnings("ArrayRecordComponent") // read once
  record Delivered(String contentType, byte[] answer) implements SendResult {}

  /** The partner rejected it for good. The answer is cut off at a limit; its type may be empty. */
  @SuppressWarnings("ArrayRecordComponent") // read once
  record Refused(int status, String contentType, byte[] answer) implements SendResult {}

  /** It could not be delivered: after no try, after the last one, or late, after its lease knew. */
  record GivenUp(String reason, int tries, boolean late) implements SendResult {}

  /** Not sent for a reason of this service; the partner does not have it. */
  record Unsent(String reason) implements SendResult {}

  /** Not sent from here any more: this instance stops, or another one has the message. */
  record Abandoned() implements SendResult {}
}
