# A flake for Nix. It installs the built programs of a release, because nixpkgs contains no Swift 6.3 yet.
{
  description = "Interval workout timer for the desktop and the shell";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      # The names of the architecture in Nix and in the archive.
      systems = { x86_64-linux = "amd64"; };
      package = system: arch:
        let pkgs = nixpkgs.legacyPackages.${system};
        in pkgs.stdenv.mkDerivation rec {
          pname = "intervald";
          version = "@VERSION@";
          src = pkgs.fetchurl {
            url = "@HOMEPAGE@/releases/download/v${version}/intervald-${version}-${arch}.tar.xz";
            hash = "@HASH@";
          };
          nativeBuildInputs = [ pkgs.autoPatchelfHook ];
          buildInputs = with pkgs; [ expat gdk-pixbuf glib libcanberra libnotify speechd stdenv.cc.cc.lib systemdLibs ];
          # These libraries are loaded at run time.
          runtimeDependencies = with pkgs; [ libpulseaudio libsamplerate libsndfile ];
          dontBuild = true;
          dontStrip = true;
          # .ci/files runs intervalctl, which prints the completions. Therefore, its libraries must be found before that.
          installPhase = ''
            runHook preInstall
            patchShebangs .ci
            autoPatchelf bin
            PREFIX=$out DESTDIR= BUILT=bin STRIP=no .ci/files install
            runHook postInstall
          '';
          meta = {
            description = "Interval workout timer for the desktop and the shell";
            homepage = "@HOMEPAGE@";
            license = with pkgs.lib.licenses; [ mit cc0 asl20 ];
            mainProgram = "intervalctl";
            platforms = builtins.attrNames systems;
          };
        };
    in {
      packages = builtins.mapAttrs (system: arch: { default = package system arch; }) systems;
    };
}
