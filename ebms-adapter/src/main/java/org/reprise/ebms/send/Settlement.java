package org.reprise.ebms.send;

/** How the sending of a message ended. */
public sealed interface Settlement {
  /**
   * The partner took it.
   *
   * @param contentType of the answer, empty where it has none
   * @param answer the body of the answer, cut off at the limit
   */
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

  /** It is not this instance's any more; nothing was sent since it was lost. */
  record Lost() implements Settlement {}
}
