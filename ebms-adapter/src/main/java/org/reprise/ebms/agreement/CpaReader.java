package org.reprise.ebms.agreement;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.XsDateTime;

/** Reads of an agreement (CPPA 2.0) what messages are checked against. */
final class CpaReader {
  private CpaReader() {}

  /** The agreement of a document, and what of it will not work. */
  record Compiled(Agreement agreement, List<Finding> warnings) {}

  /** Reads a document; throws InvalidAgreement with all findings where it cannot be used. */
  static Compiled read(byte[] document) {
    Findings findings = new Findings();
    Agreement agreement = agreement(CpaElement.read(document, findings));
    if (findings.hasErrors() || agreement == null) {
      throw new InvalidAgreement(findings.list());
    }
    return new Compiled(agreement, findings.list());
  }

  private static @Nullable Agreement agreement(CpaElement root) {
    if (!root.name().equals("CollaborationProtocolAgreement")) {
      root.error("the root must be CollaborationProtocolAgreement of CPPA 2.0");
      return null;
    }
    String cpaId = root.required("cpaid");
    if (cpaId.chars().anyMatch(Character::isISOControl)) {
      root.error("@cpaid holds a control character");
    }
    if (MessageIds.isTooLong(cpaId)) {
      root.error("@cpaid has more than %d bytes".formatted(MessageIds.MAX_BYTES));
    }
    CpaElement status = root.requiredChild("Status");
    Instant start = moment(root.requiredChild("Start"));
    Instant end = moment(root.requiredChild("End"));
    if (start != null && end != null && !start.isBefore(end)) {
      root.error("Start is not before End");
    }
    List<PartyInfo> parties = parties(root);
    Agreement.Status value =
        status == null
            ? null
            : status.choice("value", Agreement.Status.values(), Agreement.Status::text, null);
    if (start == null || end == null || value == null || parties.size() != 2) {
      return null;
    }
    if (end.isBefore(Instant.now())) {
      root.warning("the agreement ended at " + end);
    }
    return new Agreement(cpaId, value, start, end, parties);
  }

  private static @Nullable Instant moment(@Nullable CpaElement element) {
    if (element == null) {
      return null;
    }
    Instant moment = XsDateTime.parse(element.text()).orElse(null);
    if (moment == null) {
      element.error("is no dateTime: '%s'".formatted(element.text()));
    }
    return moment;
  }

  private static List<PartyInfo> parties(CpaElement root) {
    List<CpaElement> elements = root.children("PartyInfo").toList();
    if (elements.size() != 2) {
      root.error("PartyInfo must be there twice, was %d times".formatted(elements.size()));
    }
    PackagingReader packaging = new PackagingReader(root);
    List<PartyInfo> parties =
        elements.stream()
            .flatMap(element -> Stream.ofNullable(new PartyReader(element, packaging).party()))
            .toList();
    if (parties.size() == 2
        && !Collections.disjoint(Set.copyOf(parties.get(0).ids()), parties.get(1).ids())) {
      elements.get(1).error("both parties have the same PartyId");
    }
    if (parties.size() == 2) {
      compare(elements.get(0), parties.get(0), parties.get(1));
      compare(elements.get(1), parties.get(1), parties.get(0));
    }
    return parties;
  }

  /** Warns where the two parties are told different things about one message. */
  private static void compare(CpaElement at, PartyInfo sender, PartyInfo receiver) {
    for (ActionBinding sends : sender.bindings()) {
      if (!sends.sends()) {
        continue;
      }
      ActionBinding receives = receiver.binding(false, sends.service(), sends.action());
      if (receives == null) {
        at.warning("sends '%s', which the other party does not receive".formatted(sends.action()));
      } else if (sends.signed() != receives.signed()
          || sends.receiptSigned() != receives.receiptSigned()
          || sends.encrypted() != receives.encrypted()) {
        at.warning(
            "the bindings of '%s' differ: its sender's says whether it is signed, its receiver's whether payloads are encrypted and receipts signed"
                .formatted(sends.action()));
      }
    }
  }
}
