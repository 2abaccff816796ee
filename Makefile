# intervald: `make run` runs a short workout, `make test` tests it, `make install` installs it.
#
#   DEPS=no            installs no packages
#   SECONDS=n          how long `make fuzz` runs each fuzzer
#   PREFIX, DESTDIR    where to install: /usr/local, or for yourself only $HOME/.local
#   STRIP=no           installs programs with debug information

PREFIX = /usr/local
DESTDIR =
STRIP = yes
DEPS = yes
SECONDS = 60

# The folder of the release binaries.
BUILT = .build/release

# Links the runtimes of Swift and C++ statically, binds symbols at start, adds line tables for debuggers, leaves out
# build paths and the one optimization that is not reproducible, and reduces size. docs/packaging.md explains each flag.
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
	@echo 'Building: a few minutes the first time, seconds after that.'
	swift build --product intervald
	swift build --product intervalctl
	@.ci/demo .build/debug

# The first check of every change: every module, and every feature with real services (.ci/test).
test: test-packages
	@$(MAKE) --no-print-directory --jobs=2 test-python test-build
	@.ci/test quick

# The tests and the programs that they start.
test-build:
	swift build --product intervaldPackageTests

# The slow checks: tests with a hardened daemon, faults, the package and its bounds, a fresh machine (.ci/verify).
verify: .venv
	@.ci/packages $(DEPS) package count
	@$(MAKE) --no-print-directory test-build
	@.ci/verify

# All tests except clocked and fault tests, under the thread and the address sanitizer: an hour or two.
sanitize: test-packages .venv
	@.ci/sanitize thread
	@.ci/sanitize address

# Fuzzes untrusted input with libFuzzer: plans, settings, messages, files. Builds in a folder of its own.
fuzz:
	@.ci/packages $(DEPS) build
	@.ci/fuzz $(SECONDS)

# Measures everything in docs/performance.md again: two hours on an otherwise idle machine.
bench: bench-packages benchmarks
	$(BUILT)/Benchmarks --into docs

benchmarks: build
	swift build $(RELEASE) --product Benchmarks

bench-packages: test-packages .venv
	@.ci/packages $(DEPS) bench
	.venv/bin/pip install --quiet --disable-pip-version-check --requirement Benchmarks/requirements.txt

lint:
	swift format lint --strict --parallel --recursive Benchmarks Sources Tests Package.swift
	.ci/imports

# Takes the pictures of the README and the guide. They are committed: run this only after changing what they show.
screenshots:
	@.ci/packages $(DEPS) build pictures
	swift build --product intervald
	swift build --product intervalctl
	@.ci/screenshots .build/debug docs/images

# Makes the sounds in share. They are committed: run this only after changing them.
sounds:
	swift build --product SoundGenerator
	.build/debug/SoundGenerator share/sounds/intervald/stereo

# Builds only if the programs are missing, so that root does not build in a user's clone.
install:
	@test -x $(BUILT)/intervald -a -x $(BUILT)/intervalctl || $(MAKE) build
	@BUILT='$(BUILT)' PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' STRIP='$(STRIP)' .ci/files install

uninstall:
	@BUILT='$(BUILT)' PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .ci/files uninstall

# Make the source archive, and the Debian package from it, in .build-package (docs/packaging.md).
dist:
	@.ci/dist

deb:
	@.ci/packages $(DEPS) build package
	@.ci/deb

test-packages:
	@.ci/packages $(DEPS) build run test

# Everything that `make test` needs besides the toolchain. Without the Python packages, some tests are skipped.
setup: test-packages test-python

test-python:
	@.ci/virtual-environment || echo 'warning: tests that require .venv will be skipped' >&2

.venv: test-packages
	@.ci/virtual-environment

# `make run` and `make setup` on a fresh Debian with nothing but the toolchain, as root, with sudo and without.
fresh-machine:
	@.ci/packages $(DEPS) package
	@.ci/fresh-machine

.PHONY: .venv bench bench-packages benchmarks build deb dist fresh-machine fuzz install lint run sanitize screenshots setup
.PHONY: sounds test test-build test-packages test-python uninstall verify
