package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsClient.Answer;

/** Which names, parameters, versions, methods and media types requests may have. */
class NamesAndParametersIT extends SmallSchemaSets {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b", "a!b", "a\"b", "a#b", "a$b", "a%b", "a&b", "a'b", "a(b", "a)b", "a*b", "a+b", "a,b",
        "a.b", "a/b", "a\\b", "a:b", "a;b", "a<b", "a>b", "a?b", "a@b", "a[b", "a]b", "a^b", "a`b",
        "a{b", "a|b", "a}b", "a~b", "a=b", "a\u0000b", "a\nb", "a\u007fb", ""
      })
  void validatesNames(String name) {
    createDataspace();
    createSchemaSet("s");
    var before = server.rows();

    assertError(
        client.post("/cps/api/v2/dataspaces" + query("dataspace-name", name)),
        "400 BAD_REQUEST",
        "Name or ID Validation Error",
        "dataspace-name");
    assertError(
        createAnchor("s", name), "400 BAD_REQUEST", "Name or ID Validation Error", "anchor-name");
    assertThat(server.rows()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", ".", "..", "a/b", "a\\b", "a%b", "a;b", "a,b", "a\u0000b", "a\nb"})
  void refusesSchemaSetNamesThatNoPathCanContain(String name) {
    createDataspace();
    assertError(
        createSchemaSet(name), "400 BAD_REQUEST", "Name or ID Validation Error", "schema-set-name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"my schema set", "ietf.l2 (2020)", "a:b@2020-11-15", "a+b=c"})
  void acceptsSpacesAndPunctuationInSchemaSetNames(String name) {
    createDataspace();
    assertThat(createSchemaSet(name).status()).isEqualTo(201);
    assertThat(createAnchor(name, "a").status()).isEqualTo(201);
    assertThat(
            client
                .get(in("v2", "/anchors") + query("schema-set-names", name))
                .json()
                .findValuesAsString("schemaSetName"))
        .containsExactly(name);
    String path = in("v2", "/schema-sets/" + query("", name).substring(2).replace("+", "%20"));
    assertThat(client.get(path).json().get("name").asString()).isEqualTo(name);
    client.delete(in("v2", "/anchors/a"));
    assertThat(client.delete(path).status()).isEqualTo(204);
  }

  @Test
  void acceptsLongAndNonAsciiNames() {
    createDataspace();
    createSchemaSet("s");

    assertThat(createAnchor("s", "x".repeat(255)).status()).isEqualTo(201);
    assertThat(createAnchor("s", "Ünïcödé-名前-\uD83C\uDF32").status()).isEqualTo(201);
    assertError(
        createAnchor("s", "x".repeat(256)),
        "400 BAD_REQUEST",
        "Name or ID Validation Error",
        "255");
    assertThat(client.get(in("v2", "/anchors/" + "x".repeat(255))).status()).isEqualTo(200);
  }

  @Test
  void readingAnInvalidNameIsNotFound() {
    createDataspace();
    for (Answer answer :
        new Answer[] {
          client.delete("/cps/api/v2/dataspaces" + query("dataspace-name", "a\u0000b")),
          createAnchor("\u0000", "a")
        }) {
      assertError(answer, "400 BAD_REQUEST", "Invalid request", "U+0000");
    }
  }

  @Test
  void refusesMissingParameters() {
    createDataspace();
    assertError(
        client.post("/cps/api/v2/dataspaces"), "400 BAD_REQUEST", "Bad Request", "dataspace-name");
    assertError(
        client.delete("/cps/api/v2/dataspaces"),
        "400 BAD_REQUEST",
        "Bad Request",
        "dataspace-name");
    assertError(
        client.post(in("v2", "/anchors") + query("anchor-name", "a")),
        "400 BAD_REQUEST",
        "Bad Request",
        "schema-set-name");
    assertError(
        client.upload(in("v2", "/schema-sets"), "small.yang", bytes(YANG)),
        "400 BAD_REQUEST",
        "Bad Request",
        "schema-set-name");
    assertError(
        client.upload(
            in("v2", "/schema-sets") + query("schema-set-name", "s"),
            "other",
            "small.yang",
            bytes(YANG)),
        "400 BAD_REQUEST",
        "Bad Request",
        "file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"v0", "v3", "v4", "V2", "2", "v22"})
  void unknownVersionsAreNotFound(String version) {
    Answer answer =
        client.post("/cps/api/" + version + "/dataspaces" + query("dataspace-name", dataspace));

    assertError(answer, "404 NOT_FOUND", "Not Found", version);
    assertThat(client.get("/cps/api/" + version + "/admin/dataspaces").status()).isEqualTo(404);
  }

  @Test
  void refusesOtherMethodsAndMediaTypes() {
    createDataspace();
    Answer put = client.send("PUT", "/cps/api/v2/dataspaces", BodyPublishers.noBody());
    assertError(put, "405 METHOD_NOT_ALLOWED", "Method Not Allowed", "PUT");
    assertThat(put.response().headers().firstValue("Allow"))
        .hasValueSatisfying(allowed -> assertThat(allowed).contains("POST").contains("DELETE"));
    assertError(
        client.json("POST", in("v2", "/schema-sets") + query("schema-set-name", "s"), "{}"),
        "415 UNSUPPORTED_MEDIA_TYPE",
        "Unsupported Media Type",
        "application/json");
    assertError(client.get("/cps/api/v2/nothing"), "404 NOT_FOUND", "Not Found", "nothing");
  }
}
