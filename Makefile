# intervald: `make run` runs a short workout, `make test` tests it, `make install` installs it.
#
#   DEPS=no            installs no packages
#   SECONDS=n          how long `make fuzz` runs each fuzzer
#   PREFIX, DESTDIR    where to install (default: /usr/local); for yourself only: PREFIX=$HOME/.local
#   STRIP=no           installs programs with debug information

PREFIX = /usr/local
DESTDIR =
STRIP = yes
DEPS = yes
SECONDS = 60

# The folder of the release binaries.
BUILT = .build/release

# These flags link the runtimes of Swift and C++ statically, make builds reproducible, add line tables for debuggers, and
# reduce the size. docs/packaging.md explains each flag.
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

# Tests every module, and every feature with real services (.ci/test). Run this first after every change.
test: test-packages
	@$(MAKE) --no-print-directory --jobs=2 test-python test-build
	@.ci/test quick

# Builds the tests and the programs that they start.
test-build:
	swift build --product intervaldPackageTests

# Runs the slow checks: tests with a hardened daemon, faults, the package and its bounds, a fresh machine (.ci/verify).
verify: .venv
	@.ci/packages $(DEPS) package count
	@$(MAKE) --no-print-directory test-build
	@.ci/verify

# Runs all tests except clocked and fault tests with the thread and the address sanitizer, in up to two hours.
sanitize: test-packages .venv
	@.ci/sanitize thread
	@.ci/sanitize address

# Fuzzes untrusted input with libFuzzer: plans, settings, messages, files. Builds in a separate folder.
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

# Takes the pictures of the README and the guide, which are committed. Run this only after their contents change.
screenshots:
	@.ci/packages $(DEPS) build pictures
	swift build --product intervald
	swift build --product intervalctl
	@.ci/screenshots .build/debug docs/images

# Makes the sounds in share, which are committed. Run this only after changing them.
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

# Makes the Debian package from the source archive, in the same folder.
deb:
	@.ci/packages $(DEPS) build package
	@.ci/deb

test-packages:
	@.ci/packages $(DEPS) build run test

# Installs everything that `make test` needs besides the toolchain. Without the Python packages, some tests are skipped.
setup: test-packages test-python

test-python:
	@.ci/virtual-environment || echo 'warning: tests that require .venv will be skipped' >&2

.venv: test-packages
	@.ci/virtual-environment

# Tests `make run` and `make setup` on a minimal Debian with the toolchain, as root, with sudo and without it.
fresh-machine:
	@.ci/packages $(DEPS) package
	@.ci/fresh-machine

.PHONY: .venv bench bench-packages benchmarks build deb dist fresh-machine fuzz install lint run sanitize screenshots setup
.PHONY: sounds test test-build test-packages test-python uninstall verify
