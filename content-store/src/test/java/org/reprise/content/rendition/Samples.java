package org.reprise.content.rendition;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.pdfbox.pdmodel.graphics.image.JPEGFactory;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;

/** Contents of which renditions are made, or are not. */
final class Samples {
  static final String DOCX =
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

  private Samples() {}

  /** A part of a sample, written to where it goes. */
  interface Part {
    void write(OutputStream out) throws IOException;
  }

  private static byte[] bytes(Part part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      part.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** An image, red in its upper half, blue in the lower one. */
  static byte[] image(String format, int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.RED);
    graphics.fillRect(0, 0, width, height / 2);
    graphics.setColor(Color.BLUE);
    graphics.fillRect(0, height / 2, width, height - height / 2);
    graphics.dispose();
    return bytes(out -> ImageIO.write(image, format, out));
  }

  /** A document with a page of each text. */
  static byte[] pdf(String... texts) {
    return bytes(out -> {
      try (PDDocument document = new PDDocument()) {
        for (String text : texts) {
          PDPage page = new PDPage(PDRectangle.A4);
          document.addPage(page);
          try (PDPageContentStream content = new PDPageContentStream(document, page)) {
            content.beginText();
            content.setFont(new PDType1Font(FontName.HELVETICA), 24);
            content.newLineAtOffset(72, 700);
            content.showText(text);
            content.endText();
          }
        }
        document.save(out);
      }
    });
  }

  /** A page that an image covers. */
  static byte[] pdf(byte[] jpeg) {
    return bytes(out -> {
      try (PDDocument document = new PDDocument()) {
        PDPage page = new PDPage(PDRectangle.A4);
        document.addPage(page);
        try (PDPageContentStream content = new PDPageContentStream(document, page)) {
          PDImageXObject image = JPEGFactory.createFromByteArray(document, jpeg);
          content.drawImage(image, 0, 0, page.getMediaBox().getWidth(), 842);
        }
        document.save(out);
      }
    });
  }

  /** A document for the owners of certificates. */
  static byte[] encryptedPdf() {
    String body = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n";
    String trailer =
        """
        2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj
        xref
        0 1
        0000000000 65535 f\s
        trailer<</Size 3/Root 1 0 R/ID[<00><00>]
        /Encrypt<</Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s4/V 1/Length 40/Recipients[<00>]>>>>
        startxref
        %d
        %%%%EOF
        """;
    int xref = body.length() + trailer.indexOf("xref");
    return (body + trailer.formatted(xref)).getBytes(US_ASCII);
  }

  /**
   * A gray image whose scans end early. A decoder takes memory for the coefficients of all of it.
   */
  static byte[] progressiveJpeg(int width, int height) {
    byte[] jpeg =
        bytes(out -> {
          ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
          ImageWriteParam parameters = writer.getDefaultWriteParam();
          parameters.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
          try (ImageOutputStream target = ImageIO.createImageOutputStream(out)) {
            writer.setOutput(target);
            BufferedImage image = new BufferedImage(16, 16, BufferedImage.TYPE_INT_RGB);
            writer.write(null, new IIOImage(image, null, null), parameters);
          }
        });
    int frame = new String(jpeg, ISO_8859_1).indexOf("\u00ff\u00c2");
    ByteBuffer.wrap(jpeg).putShort(frame + 5, (short) height).putShort(frame + 7, (short) width);
    return jpeg;
  }

  /** A document of Word with what stands in its body. */
  static byte[] docx(Part body) {
    return zip(
        Map.of(
            "[Content_Types].xml",
            text(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
                <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
                <Override PartName="/word/document.xml" ContentType="%s.main+xml"/></Types>
                """
                    .formatted(DOCX)),
            "_rels/.rels",
            text(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
                <Relationship Id="r1" Target="word/document.xml"
                Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/>
                </Relationships>
                """),
            "word/document.xml",
            out -> {
              text("""
              <?xml version="1.0" encoding="UTF-8"?>
              <w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>
              """)
                  .write(out);
              body.write(out);
              text("</w:body></w:document>").write(out);
            }));
  }

  static Part paragraph(String text) {
    return text("<w:p><w:r><w:t>" + text + "</w:t></w:r></w:p>");
  }

  private static Part text(String text) {
    return out -> out.write(text.getBytes(UTF_8));
  }

  /** A text document of OpenDocument. */
  static byte[] odt(String text) {
    return zip(
        Map.of(
            "mimetype",
            text("application/vnd.oasis.opendocument.text"),
            "content.xml",
            text(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
                xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>
                <text:p>%s</text:p></office:text></office:body></office:document-content>
                """
                    .formatted(text))));
  }

  private static byte[] zip(Map<String, Part> parts) {
    return bytes(out -> {
      try (ZipOutputStream zip = new ZipOutputStream(out)) {
        for (Map.Entry<String, Part> part : parts.entrySet()) {
          zip.putNextEntry(new ZipEntry(part.getKey()));
          part.getValue().write(zip);
        }
      }
    });
  }

  /**
   * Spaces without end, as far as memory goes: a million bytes of a zip hold a gigabyte of them.
   */
  static Part spaces(int megabytes) {
    byte[] megabyte = new byte[1024 * 1024];
    Arrays.fill(megabyte, (byte) ' ');
    return out -> {
      for (int i = 0; i < megabytes; i++) {
        out.write(megabyte);
      }
    };
  }

  /** A complete black PNG of one bit a pixel. */
  static byte[] blackPng(int width, int height) {
    return bytes(out -> {
      out.write(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
      chunk(
          out,
          "IHDR",
          header -> {
            DataOutputStream data = new DataOutputStream(header);
            data.writeInt(width);
            data.writeInt(height);
            data.write(new byte[] {1, 0, 0, 0, 0});
          });
      byte[] line = new byte[1 + (width + 7) / 8];
      chunk(
          out,
          "IDAT",
          data -> {
            try (OutputStream deflated = new DeflaterOutputStream(data)) {
              for (int i = 0; i < height; i++) {
                deflated.write(line);
              }
            }
          });
      chunk(out, "IEND", _ -> {});
    });
  }

  private static void chunk(OutputStream out, String type, Part part) throws IOException {
    byte[] content = bytes(part);
    byte[] name = type.getBytes(US_ASCII);
    CRC32 check = new CRC32();
    check.update(name);
    check.update(content);
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(content.length);
    data.write(name);
    data.write(content);
    data.writeInt((int) check.getValue());
  }
}
