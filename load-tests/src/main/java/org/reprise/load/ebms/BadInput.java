package org.reprise.load.ebms;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * An HTTP request that no message handler should take, as it goes over the wire. Sizes are far
 * beyond what any message has, so that each meets the limit that is named.
 *
 * @param name what is wrong with it
 * @param head lines of the request's head beyond the first, without Host
 * @param body what follows the head
 * @param statuses one of which it is to be refused with
 */
@SuppressWarnings("ArrayRecordComponent") // written once, never changed
record BadInput(String name, List<String> head, byte[] body, Set<Integer> statuses) {
  private static final String XML = "Content-Type: text/xml; charset=UTF-8";
  private static final String END_OF_HEADER = "</soap:Header>";
  private static final String CHUNKED = "Transfer-Encoding: chunked";
  private static final int MANY = 10_000;
  private static final int DEPTH = 20_000;
  private static final int MIB = 1024 * 1024;

  BadInput {
    head = List.copyOf(head);
    statuses = Set.copyOf(statuses);
  }

  /** Every kind, made of a good Ping. */
  static List<BadInput> all(String ping) {
    var all = new ArrayList<BadInput>();
    all.addAll(structures(ping));
    all.addAll(documentTypes(ping));
    all.addAll(sizes(ping));
    all.add(document("cut off in the middle", ping.substring(0, ping.length() / 2), 400));
    all.add(
        new BadInput(
            "body shorter than its Content-Length",
            List.of(XML, "Content-Length: " + ping.length()),
            bytes(ping.substring(0, ping.length() / 2)),
            Set.of(400)));
    all.add(
        new BadInput(
            "Content-Encoding gzip",
            List.of(XML, "Content-Encoding: gzip", "Content-Length: " + ping.length()),
            bytes(ping),
            Set.of(415)));
    all.add(document("no envelope at all", "<a/>", 400, 500));
    return List.copyOf(all);
  }

  private static List<BadInput> structures(String ping) {
    var attributes = new StringBuilder("<x");
    var namespaces = new StringBuilder("<x");
    for (int i = 0; i < MANY; i++) {
      attributes.append(" a").append(i).append("=''");
      namespaces.append(" xmlns:n").append(i).append("='u'");
    }
    return List.of(
        document(
            "20,000 elements deep",
            withBlock(ping, "<d>".repeat(DEPTH) + "</d>".repeat(DEPTH)),
            400),
        document("10,000 attributes", withBlock(ping, attributes.append("/>").toString()), 400),
        document("10,000 namespaces", withBlock(ping, namespaces.append("/>").toString()), 400),
        document("100,000 elements", withBlock(ping, "<x/>".repeat(10 * MANY)), 400),
        document(
            "a name of 10,000 letters", withBlock(ping, "<" + "n".repeat(MANY) + "/>"), 400, 500),
        document("a text of 400 KB", ping.replace("Ping<", "P".repeat(400 * 1024) + "<"), 400),
        parts(ping));
  }

  private static List<BadInput> documentTypes(String ping) {
    var bombs = new StringBuilder("<!DOCTYPE x [<!ENTITY e0 'ha'>");
    for (int i = 1; i < 30; i++) {
      bombs.append("<!ENTITY e%d '&e%d;&e%d;'>".formatted(i, i - 1, i - 1));
    }
    bombs.append("]>");
    return List.of(
        document("entities that double 29 times", typed(ping, bombs.toString(), "&e29;"), 400, 500),
        document(
            "an external entity",
            typed(ping, "<!DOCTYPE x [<!ENTITY f SYSTEM 'file:///etc/hostname'>]>", "&f;"),
            400,
            500));
  }

  private static List<BadInput> sizes(String ping) {
    var blanks = " ".repeat(1024 * 1024);
    return List.of(
        new BadInput(
            "64 MB by Content-Length, none of them sent",
            List.of(XML, "Content-Length: " + 64 * MIB),
            new byte[0],
            Set.of(413)),
        new BadInput(
            "an envelope of 1 MB, chunked",
            List.of(XML, CHUNKED),
            chunks(ping + blanks),
            Set.of(413)),
        new BadInput(
            "a payload of 33 MB, chunked",
            List.of(related(), CHUNKED),
            chunks(root(ping) + "--b\r\nContent-ID: <p>\r\n\r\n" + blanks.repeat(33) + "\r\n--b--"),
            Set.of(413)));
  }

  private static BadInput parts(String ping) {
    var body = new StringBuilder(root(ping));
    for (int i = 0; i < MANY; i++) {
      body.append("--b\r\nContent-ID: <p").append(i).append(">\r\n\r\nx\r\n");
    }
    var bytes = bytes(body.append("--b--\r\n").toString());
    return new BadInput(
        "10,000 parts", List.of(related(), "Content-Length: " + bytes.length), bytes, Set.of(400));
  }

  private static String related() {
    return "Content-Type: multipart/related; boundary=b; type=\"text/xml\"";
  }

  private static String root(String ping) {
    return "--b\r\n" + XML + "\r\nContent-ID: <root>\r\n\r\n" + ping + "\r\n";
  }

  private static String withBlock(String ping, String block) {
    return ping.replace(END_OF_HEADER, block + END_OF_HEADER);
  }

  private static String typed(String ping, String type, String entity) {
    return ping.replaceFirst("<soap:Envelope", type + "<soap:Envelope")
        .replace("Ping<", entity + "<");
  }

  private static BadInput document(String name, String document, Integer... statuses) {
    var bytes = bytes(document);
    return new BadInput(
        name, List.of(XML, "Content-Length: " + bytes.length), bytes, Set.of(statuses));
  }

  private static byte[] chunks(String text) {
    var bytes = bytes(text);
    var out = new ByteArrayOutputStream(bytes.length + MIB);
    for (int from = 0; from < bytes.length; from += 64 * 1024) {
      var length = Math.min(64 * 1024, bytes.length - from);
      out.writeBytes(bytes(Integer.toHexString(length) + "\r\n"));
      out.write(bytes, from, length);
      out.writeBytes(bytes("\r\n"));
    }
    out.writeBytes(bytes("0\r\n\r\n"));
    return out.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
