# intervald: `make run` shows it at work, `make test` runs every test, `make install` installs it.
#
#   DEPS=no            installs no packages
#   SECONDS=n          how long `make fuzz` runs each fuzzer
#   PREFIX, DESTDIR    where to install: /usr/local, or for one person $HOME/.local

PREFIX = /usr/local
DESTDIR =
DEPS = yes
SECONDS = 60

# The folder of the release binaries.
BUILT = .build/release

# Tests that need root, the network, or a desktop put together from real parts.
NEEDY = --skip EndToEndTests --skip UnderSystemdTests --skip Foreign --skip LibnotifyNotifierTests \
  --skip HungServerTests --skip NotifierTests --skip MediaPlayer --skip CanberraPlayerTests --skip SpeakerTests \
  --skip TerminalTests --skip HookServiceTests --skip SleepInhibitorTests --skip ManualPage --skip MetadataTests

# The daemons of end-to-end tests in units hardened as shipped, but for the tests that have real units anyway.
IN_UNITS = INTERVALD_TEST_PLACE=unit .ci/test --skip UserManagerTests --skip Harden

# The modules whose tests are sums more than waiting.
BUSY = ^(WorkoutModel|PlanNotation|WorkoutEngine|WorkoutFiles|WorkoutSettings|CueTones|Soundtrack|Intervalctl)Tests\.

# The modules whose tests fill the cores, with messages of a mebibyte and texts of 64 KiB, and have time limits too.
PROTOCOL = ^(Varlink|Fuzzing)Tests\.

# The Swift runtime inside, with what it needs of C++; all symbols bound at the start; nothing that tells where they
# were built: no path, no symbols, and no hash of either; no pass that optimizes in another way from run to run; and no
# more room taken than must be (docs/packaging.md).
RELEASE = --configuration release --static-swift-stdlib --disable-local-rpath -debug-info-format none \
  -Xlinker -s -Xlinker -z -Xlinker now -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
  -Xswiftc -Osize -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xllvm -Xswiftc -sil-disable-pass=bcopts \
  -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs \
  -Xlinker --icf=all -Xlinker --no-eh-frame-hdr -Xlinker -T -Xlinker '$(CURDIR)/.ci/release.ld' \
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

# The tests that hold real cues against the clock, or look whether the daemon is woken.
CLOCKED = PunctualityTests|RecordingTests|IdleTests

# The tests that break or flood what is round the daemon.
FAULTS = FaultTests

# The clocked tests run without others beside them, as do the faults; those that fill the cores, with properties over
# many seeds or long messages, not beside those that wait for real parts. Then the end-to-end tests run with the daemon
# hardened, so that what the unit forbids is missed by none of them: once more, or the faults for the first time. The
# faults mostly wait, and beside them the package is built, at idle priority.
test: setup package-packages
	swift build --build-tests
	@.ci/test --no-parallel --filter '$(CLOCKED)'
	@.ci/test --filter '$(BUSY)'
	@.ci/test --filter '$(PROTOCOL)'
	@.ci/test --skip '$(CLOCKED)' --skip '$(BUSY)' --skip '$(PROTOCOL)' --skip '$(FAULTS)'
	@$(IN_UNITS) --no-parallel --filter '$(CLOCKED)'
	@$(IN_UNITS) --filter '^EndToEndTests' --skip '$(CLOCKED)' --skip '$(FAULTS)'
	@.ci/dist
	@.ci/beside .ci/package-build "$(IN_UNITS) --no-parallel --filter '$(FAULTS)'"
	@.ci/package-test

# The package is built twice, in two folders, held against bounds, and installed in a Debian of its own.
package-test: test-packages package-packages
	@.ci/dist
	@echo 'Building the package, twice side by side: some minutes.'
	@.ci/package-build
	@.ci/package-test

package-packages:
	@.ci/packages $(DEPS) package count

check:
	swift test --disable-xctest $(NEEDY)

# All tests but those that have bounds on time and memory, under the thread and the address sanitizer: an hour or two.
sanitize: test-packages .venv
	@.ci/sanitize thread '$(BUSY)' '$(PROTOCOL)' '$(CLOCKED)|$(FAULTS)'
	@.ci/sanitize address '$(BUSY)' '$(PROTOCOL)' '$(CLOCKED)|$(FAULTS)'

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
	@BUILT='$(BUILT)' PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .ci/files install

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

.PHONY: .venv bench benchmarks bench-packages fresh-machine package-packages setup
.PHONY: build run sounds screenshots test test-packages package-test check sanitize fuzz lint install uninstall dist deb
