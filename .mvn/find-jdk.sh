# Sourced by ./mvnw and ./reprise: points JAVA_HOME at a JDK of at least the release that the build needs.
# Keeps a JAVA_HOME that is new enough; else looks at `java` on the PATH, then where package managers, SDKMAN!,
# asdf, Homebrew, macOS and IDEs put JDKs. Says what to install where there is none (the caller ends with 3).
reprise_release=25

reprise_jdk_release() { # prints the feature release of the JDK in $1, nothing where there is no JDK (a JRE cannot build)
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

reprise_find_jdk() {
  if [ -n "${JAVA_HOME-}" ]; then
    found=$(reprise_jdk_release "$JAVA_HOME")
    [ "${found:-0}" -lt "$reprise_release" ] || return 0
  fi
  on_path=$(command -v javac 2>/dev/null || true)
  if [ -n "$on_path" ]; then
    on_path=$(readlink -f "$on_path" 2>/dev/null || printf %s "$on_path")
    on_path=${on_path%/bin/javac}
  fi
  best='' best_release=1000
  # Services and other environments without a user have no HOME.
  user=${HOME-/nonexistent}
  # The nearest release at or above the wanted one: the one that the project is tested with comes first.
  for jdk in "$on_path" /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* /opt/*jdk* "$user"/.sdkman/candidates/java/* \
    "$user"/.asdf/installs/java/* "$user"/.local/share/mise/installs/java/* "$user"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "$user"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    found=$(reprise_jdk_release "$jdk")
    if [ "${found:-0}" -ge "$reprise_release" ] && [ "$found" -lt "$best_release" ]; then
      best=$jdk best_release=$found
    fi
  done
  if [ -z "$best" ]; then
    {
      echo "Reprise needs a JDK $reprise_release and found none (looked at JAVA_HOME, the PATH and the usual folders)."
      echo "Install one, for example:"
      echo "  Debian, Ubuntu:  apt-get install temurin-25-jdk   (Adoptium's package repository) or openjdk-25-jdk"
      echo "  Fedora:          dnf install java-25-openjdk-devel"
      echo "  macOS:           brew install openjdk@25"
      echo "  anywhere:        sdk install java 25-tem          (SDKMAN!)"
      echo "or set JAVA_HOME to it."
    } >&2
    return 1
  fi
  JAVA_HOME=$best
  export JAVA_HOME
}
reprise_find_jdk
