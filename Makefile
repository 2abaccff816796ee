# `make run` runs a short workout, `make test` runs the tests, and `make install` installs intervald. Variables:
#
#   DEPS=no      does not install missing packages
#   SECONDS=n    the time for each fuzzer of `make fuzz` (default: 60)
#   PREFIX       the folder of the installation (default: /usr/local); for yourself only: $HOME/.local
#   DESTDIR      a folder that precedes every path of the installation
#   STRIP=no     installs the programs with debug information

PREFIX = /usr/local
DESTDIR =
STRIP = yes
DEPS = yes
SECONDS = 60

# The folder of the release binaries.
BUILT = .build/release

# These flags link the runtimes of Swift and C++ statically, make builds reproducible, add line tables for debuggers,
# and make the programs smaller. docs/packaging.md explains each flag.
RELEASE = --configuration release --static-swift-stdlib --disable-local-rpath -debug-info-format none \
  -Xswiftc -gline-tables-only -Xcc -gline-tables-only -Xlinker --build-id=sha1 \
  -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
  -Xlinker -z -Xlinker now -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xswiftc -file-compilation-dir -Xswiftc . -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' \
  -Xswiftc -file-prefix-map -Xswiftc '$(or $(TMPDIR),/tmp)/swift-generated-sources=.' \
  -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
  -Xswiftc -Osize -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xllvm -Xswiftc -sil-disable-pass=bcopts \
  -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs \
  -Xlinker --icf=all \
  -Xswiftc -L -Xswiftc '$(CURDIR)/.ci/static' -Xswiftc -Xclang-linker -Xswiftc -static-libgcc

build:
	@.ci/packages $(DEPS) build
	swift build $(RELEASE) --product intervald
	swift build $(RELEASE) --product intervalctl

run:
	@.ci/packages $(DEPS) build run
	@echo 'Building. The first build takes a few minutes, later ones seconds.'
	swift build --product intervald
	swift build --product intervalctl
	@.ci/demo .build/debug

# Tests every module, and every feature with real services (.ci/test). Run this after every change.
test: test-packages
	@$(MAKE) --no-print-directory --jobs=2 test-python test-build
	@.ci/test quick

# Builds the tests and the programs that they start.
test-build:
	swift build --product intervaldPackageTests

# Runs the slow checks (.ci/verify): tests with a hardened daemon, fault tests, tests on real desktops, and tests of the
# package and of `make`.
verify:
	@DEPS=$(DEPS) .ci/verify

# Runs the tests with the thread sanitizer, and again with the address sanitizer. The tests need up to two hours.
# Clocked tests and fault tests are skipped.
sanitize: test-packages .venv
	@.ci/sanitize thread
	@.ci/sanitize address

# Runs the readers of plans, settings, messages and files with the random input of libFuzzer. Builds in .build-fuzz.
fuzz:
	@.ci/packages $(DEPS) build
	@.ci/fuzz $(SECONDS)

# Measures everything in docs/performance.md again. This takes two hours on an otherwise idle machine.
bench: bench-packages benchmarks
	$(BUILT)/Benchmarks --into docs

benchmarks: build
	swift build $(RELEASE) --product Benchmarks

bench-packages: test-packages .venv
	@.ci/packages $(DEPS) bench
	.venv/bin/pip install --quiet --disable-pip-version-check --requirement Benchmarks/requirements.txt

lint:
	swift format lint --strict --parallel --recursive Benchmarks Sources Tests Package.swift
	.ci/architecture
	.ci/words

# Takes the pictures in the documents. The pictures are committed, so run this only to change a picture.
screenshots:
	@.ci/packages $(DEPS) build pictures
	@$(MAKE) --no-print-directory test-build
	@.ci/screenshots .build/debug docs/images
	@.ci/desktops $(DEPS)
	@.ci/test pictures

# Makes the sounds in share. The sounds are committed, so run this only after a change of SoundGenerator.
sounds:
	swift build --product SoundGenerator
	.build/debug/SoundGenerator share/sounds/intervald/stereo

# Builds only if the programs are missing, so that `sudo make install` does not build as root.
install:
	@test -x $(BUILT)/intervald -a -x $(BUILT)/intervalctl || $(MAKE) build
	@BUILT='$(BUILT)' PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' STRIP='$(STRIP)' .ci/files install

uninstall:
	@BUILT='$(BUILT)' PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .ci/files uninstall

# Makes the source archive in .build-package (docs/packaging.md).
dist:
	@.ci/dist

# Makes the source archive, and from it the Debian package, in .build-package.
deb:
	@.ci/packages $(DEPS) build package
	@.ci/deb

test-packages:
	@.ci/packages $(DEPS) build run test

# Makes the files of a release in .build-package/release, in a minimal Debian 12. RELEASE_KEY signs them. Requires root.
release:
	@.ci/packages $(DEPS) package
	@.ci/release

# Installs the release in minimal Debian 12, 13 and testing, and runs a workout in each. Requires root.
release-test:
	@.ci/packages $(DEPS) package
	@.ci/release-test

# Installs everything that `make test` needs besides the toolchain. If pip fails, some tests are skipped.
setup: test-packages test-python

test-python:
	@.ci/virtual-environment || echo 'warning: tests that require .venv will be skipped' >&2

.venv: test-packages
	@.ci/virtual-environment

# Tests `make run` and `make setup` on a minimal Debian with the toolchain: as root, with sudo, and without sudo.
fresh-machine:
	@.ci/packages $(DEPS) package
	@.ci/fresh-machine

# Runs .ci/fresh-machine on Debian 13 and testing. This takes more than an hour.
release-check:
	@.ci/packages $(DEPS) package
	@.ci/fresh-machine trixie
	@.ci/fresh-machine forky

.PHONY: .venv bench bench-packages benchmarks build deb dist fresh-machine fuzz install lint release release-check
.PHONY: release-test run sanitize screenshots setup sounds test test-build test-packages test-python uninstall verify
