package org.reprise.ebms.agreement;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.MessageIds;

/**
 * Compiles the document of an agreement (CPPA 2.0). What messages are checked against is read; the
 * rest of the document is stored as it is.
 */
final class CpaReader {
  private final Findings findings = new Findings();
  private final CpaValues values = new CpaValues(findings);

  private CpaReader() {}

  /**
   * The agreement of a document, and the warnings about it.
   *
   * @param warnings what will not work, though the agreement is taken
   */
  record Compiled(Agreement agreement, List<Finding> warnings) {}

  /** Reads a document; throws InvalidAgreement with all findings where it cannot be used. */
  static Compiled read(byte[] document) {
    CpaReader reader = new CpaReader();
    Agreement agreement = reader.agreement(CpaElement.read(document));
    if (reader.findings.hasErrors() || agreement == null) {
      throw new InvalidAgreement(reader.findings.list());
    }
    return new Compiled(agreement, reader.findings.list());
  }

  private @Nullable Agreement agreement(CpaElement root) {
    if (!root.name().equals("CollaborationProtocolAgreement")) {
      findings.error(root, "the root must be CollaborationProtocolAgreement of CPPA 2.0");
      return null;
    }
    String cpaId = values.required(root, "cpaid");
    if (cpaId.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      findings.error(root, "@cpaid holds a control character");
    }
    if (MessageIds.isTooLong(cpaId)) {
      findings.error(root, "@cpaid has more than %d bytes".formatted(MessageIds.MAX_BYTES));
    }
    CpaElement status = values.requiredChild(root, "Status");
    Instant start = values.moment(values.requiredChild(root, "Start"));
    Instant end = values.moment(values.requiredChild(root, "End"));
    if (start != null && end != null && !start.isBefore(end)) {
      findings.error(root, "Start is not before End");
    }
    List<PartyInfo> parties = parties(root);
    Agreement.Status value =
        status == null
            ? null
            : values.choice(
                status, "value", Agreement.Status.values(), Agreement.Status::text, null);
    if (start == null || end == null || value == null || parties.size() != 2) {
      return null;
    }
    if (end.isBefore(Instant.now())) {
      findings.warning(root, "the agreement ended at " + end);
    }
    return new Agreement(cpaId, value, start, end, parties);
  }

  private List<PartyInfo> parties(CpaElement root) {
    List<CpaElement> elements = root.children("PartyInfo").toList();
    if (elements.size() != 2) {
      findings.error(
          root, "PartyInfo must be there twice, was %d times".formatted(elements.size()));
    }
    PackagingReader packaging = new PackagingReader(findings, root);
    List<PartyInfo> parties = new ArrayList<>();
    for (CpaElement element : elements) {
      PartyInfo party = new PartyReader(findings, values, element, packaging).party();
      if (party != null) {
        parties.add(party);
      }
    }
    if (parties.size() == 2
        && parties.get(0).ids().stream().anyMatch(parties.get(1).ids()::contains)) {
      findings.error(elements.get(1), "both parties have the same PartyId");
    }
    if (parties.size() == 2) {
      compare(elements.get(0), parties.get(0), parties.get(1));
      compare(elements.get(1), parties.get(1), parties.get(0));
    }
    return parties;
  }

  /** Warns where the two parties are told different things about one message. */
  private void compare(CpaElement at, PartyInfo sender, PartyInfo receiver) {
    for (ActionBinding sends : sender.bindings()) {
      if (!sends.sends()) {
        continue;
      }
      ActionBinding receives = receiver.binding(false, sends.service(), sends.action());
      if (receives == null) {
        findings.warning(
            at, "sends '%s', which the other party does not receive".formatted(sends.action()));
      } else if (sends.signed() != receives.signed()
          || sends.receiptSigned() != receives.receiptSigned()
          || sends.encrypted() != receives.encrypted()) {
        findings.warning(
            at,
            "the bindings of '%s' differ: its sender's says whether it is signed, its receiver's whether payloads are encrypted and receipts signed"
                .formatted(sends.action()));
      }
    }
  }
}
