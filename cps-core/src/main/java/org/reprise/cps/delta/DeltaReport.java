package org.reprise.cps.delta;

import com.google.common.xml.XmlEscapers;
import java.util.List;
import java.util.function.LongConsumer;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.payload.JsonText;
import org.reprise.cps.payload.JsonText.Names;
import org.reprise.cps.payload.XmlDocument;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.schema.YangSchema;
import tools.jackson.core.JsonGenerator;

/**
 * What turns the source's data into the target's.
 *
 * @param deltas removals and replacements before creations, wherever one level is compared
 * @param sourceSchema what the source's nodes conform to
 * @param targetSchema what the target's nodes conform to
 * @param reads counts the text that is made of them
 */
public record DeltaReport(
    List<Delta> deltas, YangSchema sourceSchema, YangSchema targetSchema, BoundedReads reads) {
  public DeltaReport {
    deltas = List.copyOf(deltas);
  }

  /** The report as an array of entries, whose data has plain names, as ONAP CPS writes it. */
  public String json() {
    LongConsumer memory = reads.text();
    JsonText source = new JsonText(sourceSchema, Names.PLAIN, memory);
    JsonText target = new JsonText(targetSchema, Names.PLAIN, memory);
    return JsonText.write(json -> {
      json.writeStartArray();
      for (Delta delta : deltas) {
        json.writeStartObject();
        json.writeStringProperty("action", delta.action().text());
        json.writeStringProperty("xpath", delta.xpath().text());
        write(json, "sourceData", source, delta.source());
        write(json, "targetData", target, delta.target());
        json.writeEndObject();
      }
      json.writeEndArray();
    });
  }

  private static void write(
      JsonGenerator json, String member, JsonText text, List<DataNode> nodes) {
    if (!nodes.isEmpty()) {
      json.writeName(member).writeRawValue(text.merged(nodes));
    }
  }

  /** The report as {@code deltaReports} of {@code deltaReport}, whose data is RFC 7950 XML. */
  public String xml() {
    LongConsumer memory = reads.text();
    XmlDocument source = new XmlDocument(sourceSchema, memory);
    XmlDocument target = new XmlDocument(targetSchema, memory);
    StringBuilder xml = new StringBuilder("<deltaReports>");
    for (Delta delta : deltas) {
      xml.append("<deltaReport><action>").append(delta.action().text()).append("</action>");
      // A parser makes line feeds of carriage returns that are not written as references.
      String xpath =
          XmlEscapers.xmlContentEscaper().escape(delta.xpath().text()).replace("\r", "&#13;");
      xml.append("<xpath>").append(xpath).append("</xpath>");
      append(xml, "sourceData", source, delta.source());
      append(xml, "targetData", target, delta.target());
      xml.append("</deltaReport>");
    }
    return xml.append("</deltaReports>").toString();
  }

  private static void append(
      StringBuilder xml, String element, XmlDocument document, List<DataNode> nodes) {
    if (!nodes.isEmpty()) {
      xml.append('<').append(element).append('>');
      nodes.forEach(node -> xml.append(document.of(List.of(node))));
      xml.append("</").append(element).append('>');
    }
  }
}
