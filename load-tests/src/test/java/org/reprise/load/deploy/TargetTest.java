package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.localstack.postgres.Database;

class TargetTest {
  private static final Target.Address CPS = new Target.Address("CPS_PORT", 8883, "/cps/api", true);

  private static final Credentials CREDENTIALS = new Credentials("user", "secret");

  @TempDir private Path folder;
  private Home home;

  @BeforeEach
  void home() {
    home = new Home(folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://192.0.2.1:8883/cps/api",
        "https://cps.invalid/cps/api",
        "http://0.0.0.0:8883/cps/api"
      })
  void refusesWhatIsNotThisMachine(String url) {
    assertThatThrownBy(() -> Target.of(url, CREDENTIALS, false, home, CPS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--i-own-this");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:8883/cps/api",
        "http://localhost:8883/cps/api/",
        "http://[::1]:8883/cps/api"
      })
  void takesWhatIsThisMachine(String url) throws IOException {
    var target = Target.of(url, CREDENTIALS, false, home, CPS);

    assertThat(target).isInstanceOf(Target.Remote.class);
    assertThat(target.name()).endsWith("8883/cps/api");
  }

  @Test
  void takesAServerThatTheUserOwns() throws IOException {
    assertThat(Target.of("https://192.0.2.1/cps/api", CREDENTIALS, true, home, CPS))
        .isEqualTo(new Target.Remote(URI.create("https://192.0.2.1/cps/api"), CREDENTIALS, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "docker", "ftp://127.0.0.1/x", "http:///cps", "127.0.0.1:8883", "http://a b/"})
  void refusesWhatIsNoUrl(String text) {
    assertThatThrownBy(() -> Target.of(text, CREDENTIALS, true, home, CPS))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void neverRepeatsAPassword() {
    assertThatThrownBy(() -> Target.of("http://user:hidden@127.0.0.1/cps", null, false, home, CPS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--password-file")
        .hasMessageNotContaining("hidden");
    assertThat(CREDENTIALS.toString()).contains("user").doesNotContain("secret");
  }

  @Test
  void asksForCredentialsForAUrl() {
    assertThatThrownBy(() -> Target.of("http://127.0.0.1:8883/cps/api", null, false, home, CPS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--password-file");
  }

  @Test
  void composeReadsWhatEnvWrote() throws IOException {
    assertThatThrownBy(() -> Target.of("compose", null, false, home, CPS))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("./reprise env")
        .hasMessageContaining("REPRISE_SECURITY_PASSWORD");

    EnvFile.generate(home.envFile(), List.of(CPS));

    assertThat(Files.getPosixFilePermissions(home.envFile()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    var compose = (Target.Compose) Target.of("compose", null, false, home, CPS);
    assertThat(compose.variables().port(CPS)).isEqualTo(8883);
    assertThat(compose.variables().credentials().username()).isEqualTo("reprise");
    assertThat(compose.variables().credentials().password()).hasSizeGreaterThanOrEqualTo(32);
    assertThat(compose.variables().database(CPS, "cps").password())
        .hasSizeGreaterThanOrEqualTo(32)
        .isNotEqualTo(compose.variables().credentials().password());
  }

  @Test
  void aPortOfTheEnvironmentComesBeforeThatOfCompose() throws IOException {
    EnvFile.generate(home.envFile(), List.of(CPS));
    assertThat(read(Map.of("CPS_PORT", "9001")).port(CPS)).isEqualTo(9001);
  }

  @Test
  void secretsOfTheEnvironmentComeBeforeThoseOfCompose() throws IOException {
    var own =
        Map.of("REPRISE_SECURITY_USERNAME", "me", "REPRISE_SECURITY_PASSWORD", "of-environment");
    assertThat(read(own).credentials())
        .as("without .env")
        .isEqualTo(new Credentials("me", "of-environment"));

    EnvFile.generate(home.envFile(), List.of(CPS));
    assertThat(read(own).credentials()).isEqualTo(new Credentials("me", "of-environment"));
  }

  @Test
  void whatIsBlankCountsAsNotSet() throws IOException {
    Files.writeString(
        home.envFile(),
        "REPRISE_SECURITY_USERNAME=\nREPRISE_SECURITY_PASSWORD=of-file\nCPS_PORT=\n");
    var blank =
        Map.of("REPRISE_SECURITY_USERNAME", "", "REPRISE_SECURITY_PASSWORD", " ", "CPS_PORT", "");

    assertThat(read(blank).port(CPS)).isEqualTo(8883);
    assertThat(read(blank).credentials()).isEqualTo(new Credentials("reprise", "of-file"));
  }

  @Test
  void envKeepsWhatIsThere() throws IOException {
    Files.writeString(
        home.envFile(), "# by hand\n\nREPRISE_SECURITY_USERNAME = 'me'\nCPS_PORT=9000\n");

    assertThatThrownBy(() -> EnvFile.generate(home.envFile(), List.of(CPS)))
        .isInstanceOf(EnvironmentException.class);
    assertThatThrownBy(() -> Target.of("compose", null, false, home, CPS))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("REPRISE_SECURITY_PASSWORD");

    Files.writeString(home.envFile(), "REPRISE_SECURITY_USERNAME\n");
    assertThatThrownBy(() -> read(Map.of()))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("line 1");
  }

  private EnvFile read(Map<String, String> environment) throws IOException {
    return EnvFile.read(home.envFile(), environment);
  }

  @Test
  void linesAreReadAsComposeReadsThem() throws IOException {
    Files.writeString(
        home.envFile(),
        """
        # a comment
        FIRST=1
        export EXPORTED=yes
        QUOTED="a b"
        RAW='a $b\\c # d'
        EMPTY=
        BASE64=aGVsbG8=
        SPACES = two words
        """);

    assertThat(read(Map.of()).values())
        .containsOnly(
            Map.entry("FIRST", "1"),
            Map.entry("EXPORTED", "yes"),
            Map.entry("QUOTED", "a b"),
            Map.entry("RAW", "a $b\\c # d"),
            Map.entry("BASE64", "aGVsbG8="),
            Map.entry("SPACES", "two words"));
    for (var replaced :
        List.of("A=pa$word", "A=\"a\\nb\"", "A=a # word", "A=#b", "A=it's", "\uFEFFA=word")) {
      Files.writeString(home.envFile(), replaced);
      assertThatThrownBy(() -> read(Map.of()))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("line 1")
          .hasMessageContaining("single quotes")
          .hasMessageNotContaining("word");
    }
  }

  @Test
  void databasesOfComposeHaveItsPortsAndItsSecret() throws IOException {
    Files.writeString(
        home.envFile(), "REPRISE_SECURITY_PASSWORD=s\nPOSTGRES_PASSWORD=p\nSOME_PORT=15000\n");
    var variables = read(Map.of("OTHER_PORT", "15001"));

    assertThat(variables.database(Target.Address.of("SOME_PORT", 1), "some"))
        .isEqualTo(new Database("jdbc:postgresql://127.0.0.1:15000/some", "reprise", "p"));
    assertThat(variables.port(Target.Address.of("OTHER_PORT", 1))).isEqualTo(15001);
    assertThat(variables.port(Target.Address.of("NO_PORT", 1))).isEqualTo(1);
  }

  @Test
  void whatIsNoPortAndWhatHasNoSecretIsSaid() throws IOException {
    Files.writeString(home.envFile(), "REPRISE_SECURITY_PASSWORD=s\nSOME_PORT=many\n");
    var variables = read(Map.of());
    var port = Target.Address.of("SOME_PORT", 1);

    for (var wrong : List.of("many", "0", "65536", "99999", "-1")) {
      var set = read(Map.of("SOME_PORT", wrong));
      assertThatThrownBy(() -> set.port(port))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("SOME_PORT");
    }
    assertThatThrownBy(() -> variables.database(Target.Address.of("NO_PORT", 1), "some"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("POSTGRES_PASSWORD");
  }
}
