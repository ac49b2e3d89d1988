package org.reprise.ebms.send;

/** How the sending of a message ended. */
public sealed interface Settlement {
  /**
   * The partner took it.
   *
   * @param contentType of the answer, empty where it has none
   * @param answer the body of the answer, cut off at the limit
   */
  @SuppressWarnings("ArrayRecordComponent") // read once, by the one who is told
  record Delivered(String contentType, byte[] answer) implements Settlement {}

  /**
   * The partner does not want it: sent again it would fail again.
   *
   * @param status of the answer
   */
  record Refused(int status) implements Settlement {}

  /**
   * It could not be delivered in time.
   *
   * @param reason why not, the last time
   */
  record GivenUp(String reason) implements Settlement {}

  /** This instance does not send it any more: it stops, or another one has the message now. */
  record Abandoned() implements Settlement {}
}
