# intervald: `make run` shows it at work, `make test` tests it, `make install` installs it.
#
#   DEPS=no            installs no packages
#   SECONDS=n          how long `make fuzz` runs each fuzzer
#   PREFIX, DESTDIR    where to install: /usr/local, or for one person $HOME/.local
#   STRIP=no           installs programs with names and lines for debuggers

PREFIX = /usr/local
DESTDIR =
STRIP = yes
DEPS = yes
SECONDS = 60

# The folder of the release binaries.
BUILT = .build/release

# The Swift runtime inside, with what it needs of C++; all symbols bound at the start; names and lines for debuggers,
# which `make install` leaves out and the package puts elsewhere; no path that tells where they were built; no pass that
# optimizes in another way from run to run; and no more room taken than must be (docs/packaging.md).
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

# What a change has to pass first, in minutes: every module, and every feature with real parts (.ci/test).
test: setup
	swift build --build-tests
	@.ci/test quick

# Everything else: the tests with a hardened daemon, faults, the package and its bounds, a fresh machine (.ci/verify).
verify: .venv
	@.ci/packages $(DEPS) package count
	swift build --build-tests
	@.ci/verify

# All tests but those that have bounds on time and memory, under the thread and the address sanitizer: an hour or two.
sanitize: test-packages .venv
	@.ci/sanitize thread
	@.ci/sanitize address

# libFuzzer on what strangers may write: plans, settings, messages, files; it builds in a folder of its own.
fuzz:
	@.ci/packages $(DEPS) build
	@.ci/fuzz $(SECONDS)

# What docs/performance.md says, measured anew: two hours on a machine that does nothing else.
bench: bench-packages benchmarks
	$(BUILT)/Benchmarks --into docs

benchmarks: build
	swift build $(RELEASE) --product Benchmarks

bench-packages: test-packages .venv
	@.ci/packages $(DEPS) bench
	.venv/bin/pip install --quiet --disable-pip-version-check --requirement Benchmarks/requirements.txt

lint:
	swift format lint --strict --recursive Benchmarks Sources Tests Package.swift
	.ci/imports

# The README's pictures are committed, so that only who changes what they show takes them.
screenshots:
	@.ci/packages $(DEPS) build pictures
	swift build --product intervald
	swift build --product intervalctl
	@.ci/screenshots .build/debug docs/images

# The sounds in share are committed, so that only who changes them makes them.
sounds:
	swift build --product SoundGenerator
	.build/debug/SoundGenerator share/sounds/intervald/stereo

# What has been built is not built again, by root least of all.
install:
	@test -x $(BUILT)/intervald -a -x $(BUILT)/intervalctl || $(MAKE) build
	@BUILT='$(BUILT)' PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' STRIP='$(STRIP)' .ci/files install

uninstall:
	@BUILT='$(BUILT)' PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .ci/files uninstall

# The source archive, and from it the Debian package, both in .build-package (docs/packaging.md).
dist:
	@.ci/dist

deb:
	@.ci/packages $(DEPS) build package
	@.ci/deb

test-packages:
	@.ci/packages $(DEPS) build run test

# Everything that `make test` needs besides the toolchain. Without the Python packages, some tests are skipped.
setup: test-packages
	@.ci/virtual-environment || echo 'warning: tests that require .venv will be skipped' >&2

.venv: test-packages
	@.ci/virtual-environment

# `make run` and `make setup` on a fresh Debian with nothing but the toolchain, as root, with sudo and without.
fresh-machine:
	@.ci/packages $(DEPS) package
	@.ci/fresh-machine

.PHONY: .venv bench bench-packages benchmarks build deb dist fresh-machine fuzz install lint run sanitize screenshots setup
.PHONY: sounds test test-packages uninstall verify
