package org.reprise.content.rendition;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.tika.Tika;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;

/**
 * Makes one rendition, and ends with 0 or the status of a {@link Refusal}. It is the main class of
 * a separate process: a content may exhaust the heap, crash a decoder, or keep it busy for ever.
 */
public record Worker(String streamId, Path target, Path source, String mediaType, int page) {
  /** The longer side of a page, in pixels. */
  private static final int PAGE_SIDE = 1600;

  /** A decoder may hold all of an image, outside of the heap. */
  private static final int MAX_PIXELS = 40_000_000;

  /** In characters: of a longer text the beginning is enough. */
  private static final int MAX_TEXT = 1_000_000;

  public static void main(String[] args) {
    Worker worker =
        new Worker(args[0], Path.of(args[1]), Path.of(args[2]), args[3], Integer.parseInt(args[4]));
    Thread.ofPlatform().daemon().start(Worker::endWithService);
    try {
      worker.make();
      Runtime.getRuntime().halt(0);
    } catch (OutOfMemoryError e) {
      throw end(Refusal.MEMORY);
    } catch (IndexOutOfBoundsException e) {
      throw end(worker.page == 1 ? Refusal.UNREADABLE : Refusal.NO_PAGE);
    } catch (Throwable e) {
      // Also an Error: what a rare content needs may be left out of the class path.
      throw end(Refusal.UNREADABLE);
    }
  }

  // The service holds the other end of the pipe; a killed one has nobody who waits for a rendition.
  private static void endWithService() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // It cannot be read: its other end is gone as well.
    }
    throw end(Refusal.KILLED);
  }

  private static IllegalStateException end(Refusal refusal) {
    Runtime.getRuntime().halt(refusal.status);
    return new IllegalStateException(refusal.reason);
  }

  private void make() throws Exception {
    switch (streamId) {
      case "text" -> Files.write(target, text());
      case "thumbnail" -> writeImage(Rendition.THUMBNAIL_SIDE, true);
      default -> writeImage(PAGE_SIDE, false);
    }
  }

  private byte[] text() throws Exception {
    Tika tika = new Tika();
    tika.setMaxStringLength(MAX_TEXT);
    Metadata metadata = new Metadata();
    metadata.set(Metadata.CONTENT_TYPE, mediaType);
    try (TikaInputStream stream = TikaInputStream.get(source)) {
      String text = tika.parseToString(stream, metadata);
      // Cut at MAX_TEXT, which may be between the two chars of one code point.
      return text.replaceFirst("[\\ud800-\\udbff]\\z", "").getBytes(StandardCharsets.UTF_8);
    }
  }

  private void writeImage(int side, boolean isSquare) throws IOException {
    boolean isPdf = mediaType.toLowerCase(Locale.ROOT).startsWith("application/pdf");
    BufferedImage image = isPdf ? page(side) : picture(side);
    double scale = Math.min(1, (double) side / Math.max(image.getWidth(), image.getHeight()));
    int width = Math.max(1, (int) (image.getWidth() * scale));
    int height = Math.max(1, (int) (image.getHeight() * scale));
    int right = isSquare ? side : width;
    int bottom = isSquare ? side : height;
    BufferedImage canvas = new BufferedImage(right, bottom, BufferedImage.TYPE_INT_ARGB);
    Graphics2D graphics = canvas.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
    graphics.drawImage(image, (right - width) / 2, (bottom - height) / 2, width, height, null);
    graphics.dispose();
    ImageIO.write(canvas, "png", target.toFile());
  }

  // As large as it is shown: a page's own size has no bound.
  private BufferedImage page(int side) throws IOException {
    try (PDDocument document =
        Loader.loadPDF(source.toFile(), IOUtils.createTempFileOnlyStreamCache())) {
      PDRectangle box = document.getPage(page - 1).getCropBox();
      PDFRenderer renderer = new PDFRenderer(document);
      renderer.setSubsamplingAllowed(true);
      float scale = side / Math.max(box.getWidth(), box.getHeight());
      return renderer.renderImage(page - 1, scale, ImageType.RGB);
    }
  }

  // Decodes every n-th pixel only: at most twice the side.
  private BufferedImage picture(int side) throws IOException {
    try (ImageInputStream in = ImageIO.createImageInputStream(source.toFile())) {
      ImageReader reader = ImageIO.getImageReaders(in).next();
      reader.setInput(in, false, true);
      long width = reader.getWidth(page - 1);
      long height = reader.getHeight(page - 1);
      if (width * height > MAX_PIXELS) {
        throw end(Refusal.TOO_LARGE);
      }
      ImageReadParam part = reader.getDefaultReadParam();
      int step = (int) Math.ceilDiv(Math.max(width, height), 2L * side);
      part.setSourceSubsampling(step, step, 0, 0);
      return reader.read(page - 1, part);
    }
  }
}
