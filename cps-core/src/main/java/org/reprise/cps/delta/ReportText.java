package org.reprise.cps.delta;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.fault.Excerpt;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.payload.PayloadNodes;
import org.reprise.cps.schema.ParserMessage;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads delta reports as {@link DeltaReport} writes them. The data in them is not looked at. */
final class ReportText {
  private static final Set<String> MEMBERS = Set.of("action", "xpath", "sourceData", "targetData");

  /** Levels of elements: those of the data, and the report's own. */
  private static final String MAX_ELEMENT_DEPTH = "210";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private ReportText() {}

  /** Reads the entries; throws InvalidRequest with what is wrong, and where. */
  static List<ReportEntry> read(Payload report, PayloadNodes nodes) {
    nodes.reserve(report);
    return switch (report.format()) {
      case JSON, ONAP_JSON -> readJson(report);
      case XML -> readXml(report.text());
    };
  }

  private static List<ReportEntry> readJson(Payload report) {
    JsonNode root;
    try {
      root = JSON.readTree(report.text());
    } catch (JacksonException e) {
      throw ReportEntry.invalid("The report is no JSON: " + ParserMessage.ofJson(e));
    }
    if (root == null || !root.isArray()) {
      throw ReportEntry.invalid("The report must be an array of entries.");
    }
    List<ReportEntry> entries = new ArrayList<>();
    for (int i = 0; i < root.size(); i++) {
      entries.add(entry(root.get(i), report.format(), "Entry " + (i + 1)));
    }
    return entries;
  }

  private static ReportEntry entry(JsonNode entry, Payload.Format format, String at) {
    if (!entry.isObject()) {
      throw ReportEntry.invalid(at + " is no object.");
    }
    entry.propertyNames().forEach(member -> checkMember(at, member));
    return new ReportEntry(
        at,
        text(entry, "action", at),
        text(entry, "xpath", at),
        data(entry, "sourceData", format, at),
        data(entry, "targetData", format, at));
  }

  private static void checkMember(String at, String member) {
    if (!MEMBERS.contains(member)) {
      throw ReportEntry.invalid(
          "%s has '%s'; it may have action, xpath, sourceData and targetData."
              .formatted(at, Excerpt.of(member, 50)));
    }
  }

  private static String text(JsonNode entry, String member, String at) {
    JsonNode text = entry.get(member);
    if (text == null || !text.isString()) {
      throw ReportEntry.invalid("%s has no %s, a text.".formatted(at, member));
    }
    return text.asString();
  }

  private static ReportEntry.@Nullable Data data(
      JsonNode entry, String member, Payload.Format format, String at) {
    JsonNode data = entry.get(member);
    if (data == null || data.isNull() || (data.isObject() && data.isEmpty())) {
      return null;
    }
    if (!data.isObject()) {
      throw ReportEntry.invalid("%s of %s is no object.".formatted(member, at));
    }
    return new ReportEntry.Data(
        List.copyOf(data.propertyNames()), new Payload(format, JSON.writeValueAsString(data)));
  }

  private static List<ReportEntry> readXml(String text) {
    Element root = document(text);
    if (!root.getLocalName().equals("deltaReports")) {
      throw ReportEntry.invalid("The report must be a deltaReports element.");
    }
    List<ReportEntry> entries = new ArrayList<>();
    for (Element entry : children(root)) {
      String at = "Entry " + (entries.size() + 1);
      if (!entry.getLocalName().equals("deltaReport")) {
        throw ReportEntry.invalid(at + " is no deltaReport element.");
      }
      entries.add(entry(entry, at));
    }
    return entries;
  }

  private static ReportEntry entry(Element entry, String at) {
    Map<String, Element> members = new HashMap<>();
    for (Element member : children(entry)) {
      checkMember(at, member.getLocalName());
      members.put(member.getLocalName(), member);
    }
    return new ReportEntry(
        at,
        text(members, "action", at),
        text(members, "xpath", at),
        data(members.get("sourceData")),
        data(members.get("targetData")));
  }

  private static String text(Map<String, Element> members, String member, String at) {
    Element text = members.get(member);
    if (text == null) {
      throw ReportEntry.invalid("%s has no %s.".formatted(at, member));
    }
    return text.getTextContent().strip();
  }

  private static ReportEntry.@Nullable Data data(@Nullable Element parent) {
    List<Element> nodes = parent == null ? List.of() : children(parent);
    if (nodes.isEmpty()) {
      return null;
    }
    StringWriter xml = new StringWriter();
    try {
      Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
      transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
      for (Element node : nodes) {
        transformer.transform(new DOMSource(node), new StreamResult(xml));
      }
    } catch (TransformerException e) {
      throw new IllegalStateException("an element that was read cannot be written", e);
    }
    List<String> names = nodes.stream().map(Element::getLocalName).distinct().toList();
    return new ReportEntry.Data(names, Payload.xml(xml.toString()));
  }

  private static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node at = parent.getFirstChild(); at != null; at = at.getNextSibling()) {
      if (at instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  // No document type: it may define entities that stand for files or explode.
  private static Element document(String text) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setAttribute("jdk.xml.maxElementDepth", MAX_ELEMENT_DEPTH);
      // The JDK's limits of &amp; and the like, which expand nothing.
      factory.setAttribute("jdk.xml.maxGeneralEntitySizeLimit", "0");
      factory.setAttribute("jdk.xml.totalEntitySizeLimit", "0");
      factory.setExpandEntityReferences(false);
      var builder = factory.newDocumentBuilder();
      // Its own would print to the standard error stream.
      builder.setErrorHandler(new DefaultHandler());
      return builder.parse(new InputSource(new StringReader(text))).getDocumentElement();
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every Java platform reads XML so", e);
    } catch (SAXException | IOException e) {
      throw ReportEntry.invalid(
          "The report is no XML: " + ParserMessage.plain(String.valueOf(e.getMessage())));
    }
  }
}
