package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;
import static org.reprise.cps.SmallSchemaSets.assertError;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsClient.Answer;

/** Invalid schema sets: each upload is refused with the reason, and nothing is stored. */
class BadSchemaSetsIT {
  private static final String GOOD =
      "module good { namespace urn:good; prefix g; revision 2026-01-01; container c; }";

  private final CpsServer server = CpsServer.shared();
  private final CpsClient client = server.client();
  private final String dataspace = CpsServer.freshName("bad");
  private Map<String, Long> before = Map.of();

  @BeforeEach
  void prepare() {
    server.store().dataspaces().create(dataspace);
    before = server.rows();
  }

  @AfterEach
  void nothingIsStored() {
    assertThat(server.rows()).isEqualTo(before);
  }

  private Answer upload(String fileName, byte[] content) {
    return client.upload(
        "/cps/api/v2/dataspaces/" + dataspace + "/schema-sets" + query("schema-set-name", "s"),
        fileName,
        content);
  }

  private Answer yang(String text) {
    return upload("file.yang", text.getBytes(StandardCharsets.UTF_8));
  }

  private static void refused(Answer answer, String... details) {
    for (String detail : details) {
      assertError(answer, "400 BAD_REQUEST", "Schema set is invalid", detail);
    }
  }

  private interface Entries {
    void writeTo(ZipOutputStream zip) throws IOException;
  }

  private static byte[] zip(Entries entries) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      entries.writeTo(zip);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  private static void entry(ZipOutputStream zip, String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(text.getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }

  @Test
  void refusesInvalidYangNamingFileAndLine() {
    refused(
        yang("module broken {\n  namespace urn:b;\n  prefix b;\n  leaf x { type string;\n"),
        "file.yang:5:1: ");
    refused(
        yang("module m {\n  namespace urn:b;\n  prefix b;\n  leaf x { type nothing; }\n}"),
        "file.yang:4:",
        "nothing");
    refused(yang("module m {\n  namespace urn:b;\n  prefix b;\n  leaf x;\n}"), "file.yang:4:");
    refused(yang("not yang at all"), "file.yang", "1:");
    refused(yang(""), "file.yang");
    refused(yang("<xml/>"), "file.yang");
    refused(
        yang(
            "module m { namespace urn:m; prefix m; container c { leaf x { type string; } }"
                + " list l { key y; leaf x { type string; } } }"),
        "file.yang",
        "y");
  }

  @Test
  void refusesMissingImport() {
    refused(
        yang("module m { namespace urn:m; prefix m; import nowhere { prefix n; } }"), "nowhere");
  }

  @Test
  void refusesImportOfAnotherRevision() {
    refused(
        upload(
            "two.zip",
            zip(zip -> {
              entry(zip, "good.yang", GOOD);
              entry(
                  zip,
                  "user.yang",
                  "module user { namespace urn:u; prefix u; import good { prefix g;"
                      + " revision-date 2025-01-01; } }");
            })),
        "Imported module [good] was not found. [at user.yang:1:",
        "good is in good.yang, but not in the revision that is imported");
  }

  @Test
  void refusesDuplicateModule() {
    refused(
        upload(
            "two.zip",
            zip(zip -> {
              entry(zip, "a/good.yang", GOOD);
              entry(zip, "b/good.yang", GOOD);
            })),
        "good.yang twice");
    refused(
        upload(
            "two.zip",
            zip(zip -> {
              entry(zip, "good.yang", GOOD);
              entry(zip, "other.yang", GOOD.replace("container c", "container d"));
            })),
        "good");
  }

  @Test
  void refusesZipBomb() {
    byte[] bomb =
        zip(zip -> {
          zip.putNextEntry(new ZipEntry("bomb.yang"));
          byte[] zeros = new byte[1024 * 1024];
          for (int i = 0; i < 400; i++) {
            zip.write(zeros);
          }
          zip.closeEntry();
        });

    assertThat(bomb.length).isLessThan(1024 * 1024);
    refused(upload("bomb.zip", bomb), "unpacks to more than 33554432 bytes");
  }

  @Test
  void refusesZipBombInAFileThatIsNotYang() {
    byte[] bomb =
        zip(zip -> {
          entry(zip, "good.yang", GOOD);
          for (int file = 0; file < 40; file++) {
            zip.putNextEntry(new ZipEntry("zeros-" + file + ".bin"));
            zip.write(new byte[1024 * 1024]);
            zip.closeEntry();
          }
        });

    refused(upload("bomb.zip", bomb), "unpacks to more than");
  }

  @Test
  void refusesArchiveWithTooManyEntries() {
    byte[] many =
        zip(zip -> {
          for (int i = 0; i < 2_001; i++) {
            entry(zip, "empty-" + i, "");
          }
        });

    refused(upload("many.zip", many), "more than 2000 entries");
  }

  @Test
  void refusesFileNameThatNoModuleHas() {
    refused(upload("name.zip", zip(zip -> entry(zip, "go\0od.yang", GOOD))), "no name of a YANG");
    refused(upload("name.zip", zip(zip -> entry(zip, "a/..", GOOD))), "no .yang file");
  }

  @Test
  void refusesFileThatIsNoArchive() {
    refused(upload("file.zip", GOOD.getBytes(StandardCharsets.UTF_8)), "no zip archive");
    refused(upload("file.zip", new byte[0]), "no zip archive");
    refused(upload("file.zip", zip(zip -> {})), "no zip archive");
    refused(upload("file.zip", zip(zip -> entry(zip, "read.me", "x"))), "no .yang file");
    byte[] half = zip(zip -> entry(zip, "good.yang", GOOD.repeat(100)));
    refused(upload("file.zip", java.util.Arrays.copyOf(half, half.length / 2)), "archive");
    refused(upload("file.tar", GOOD.getBytes(StandardCharsets.UTF_8)), ".zip or .yang");
    refused(upload("", GOOD.getBytes(StandardCharsets.UTF_8)), ".zip or .yang");
  }

  @Test
  void refusesTextThatIsNotUtf8() {
    refused(upload("latin.yang", new byte[] {(byte) 0xE4, 'x'}), "latin.yang is not UTF-8");
    refused(upload("utf16.yang", GOOD.getBytes(StandardCharsets.UTF_16LE)), "utf16.yang");
  }

  @Test
  void refusesTenThousandNestedContainers() {
    StringBuilder deep = new StringBuilder("module deep { namespace urn:d; prefix d; ");
    for (int i = 0; i < 10_000; i++) {
      deep.append("container c").append(i).append(" { ");
    }
    deep.append("} ".repeat(10_001));

    refused(yang(deep.toString()), "deeper than 200 levels");
  }

  @Test
  void answersLongChainsOfTypesAndGroupings() {
    StringBuilder circle = new StringBuilder("module circle { namespace urn:c; prefix c; ");
    circle.append("grouping a { uses b; } grouping b { uses a; } container x { uses a; } }");
    refused(yang(circle.toString()), "file.yang");
    refused(
        yang("module m { namespace urn:m; prefix m; typedef a { type b; } typedef b { type a; } }"),
        "file.yang");
  }

  @Test
  void refusesExpressionNestedTooDeep() {
    String deep = "(".repeat(50_000) + "1" + ")".repeat(50_000);
    refused(
        yang("module m { namespace urn:m; prefix m; container c { must \"" + deep + "\"; } }"),
        "file.yang:1:",
        "nests deeper than 100 brackets");
  }

  @Test
  void refusesMalformedMultipart() {
    String path =
        "/cps/api/v2/dataspaces/" + dataspace + "/schema-sets" + query("schema-set-name", "s");
    for (String body :
        new String[] {"", "--x", "nonsense", "--x\r\nContent-Disposition: form-data"}) {
      Answer answer =
          client.send(
              "POST",
              path,
              BodyPublishers.ofString(body),
              "Content-Type",
              "multipart/form-data; boundary=x");
      assertThat(answer.status()).as(body + ": " + answer).isEqualTo(400);
      assertThat(answer.json().get("status").asString()).isEqualTo("400 BAD_REQUEST");
    }
    Answer noBoundary =
        client.send(
            "POST", path, BodyPublishers.ofString("x"), "Content-Type", "multipart/form-data");
    assertThat(noBoundary.status()).as(noBoundary.toString()).isEqualTo(400);
  }

  @Test
  void refusesFileThatIsTooLarge() {
    Answer answer = upload("large.yang", new byte[17 * 1024 * 1024]);

    assertThat(answer.status()).as(answer.toString()).isEqualTo(413);
    assertThat(answer.json().get("status").asString()).isEqualTo("413 CONTENT_TOO_LARGE");
  }

  @Test
  void refusesUnknownDataspace() {
    assertError(
        client.upload(
            "/cps/api/v2/dataspaces/none/schema-sets" + query("schema-set-name", "s"),
            "good.yang",
            GOOD.getBytes(StandardCharsets.UTF_8)),
        "400 BAD_REQUEST",
        "Dataspace not found",
        "none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/m:rack/m:pack[m:name = current()/../m:pakc]/m:port",
        "/m:rack/m:pack[m:name = current()/../pakc]/m:port",
        "/m:rack/m:pack[m:name = current()/../../../../../pack]/m:port",
        "/m:rack/m:pack[m:naem = current()/../pack]/m:port",
        "/m:rack[m:name = current()/../pack]/m:pack/m:port",
        "/m:rack/m:pack[m:name = current()/../../rack]/m:port",
        "../../../../../m:rack/m:pack/m:port",
        "../../m:rcak/m:pack/m:port",
        "deref(../identifier)/../m:port",
        "deref(../pakc)/../m:port",
        "deref(../../../../../pack)/../m:port"
      })
  void refusesLeafrefsThatLeadNowhere(String path) {
    refused(
        yang(
            """
            module m { yang-version 1.1; namespace urn:m; prefix m;
              container rack { list pack { key name; leaf name { type string; } leaf port { type string; } } }
              container at { leaf pack { type leafref { path "/m:rack/m:pack/m:name"; } }
                leaf identifier { type instance-identifier; }
                leaf port { type leafref { path "%s"; } } } }
            """
                .formatted(path)),
        "/at/port");
  }
}
