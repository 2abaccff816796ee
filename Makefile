# intervald: `make run` shows it at work, `make test` runs every test, `make install` installs it.
#
#   DEPS=no            installs no packages
#   PREFIX, DESTDIR    where to install: /usr/local, or for one person ~/.local

PREFIX = /usr/local
DESTDIR =
DEPS = yes

# The folder of the release binaries.
BUILT = .build/release

# Tests that need root, the network, or a desktop put together from real parts.
NEEDY = --skip EndToEndTests --skip UnderSystemdTests --skip Foreign --skip LibnotifyNotifierTests \
  --skip HungServerTests --skip NotifierTests --skip MediaPlayer --skip CanberraPlayerTests --skip SpeakerTests \
  --skip TerminalTests --skip HookServiceTests --skip ManualPage

# The modules whose tests are sums more than waiting.
BUSY = ^(WorkoutModel|PlanNotation|WorkoutEngine|WorkoutSettings|CueTones|Intervalctl)Tests\.

# The module whose tests fill the cores, with messages of a mebibyte, and have time limits too.
PROTOCOL = ^VarlinkTests\.

build:
	@.ci/packages $(DEPS) build
	swift build --configuration release --static-swift-stdlib --product intervald
	swift build --configuration release --static-swift-stdlib --product intervalctl

run:
	@.ci/packages $(DEPS) build run
	@echo 'Building: a few minutes the first time, seconds after that.'
	swift build --product intervald
	swift build --product intervalctl
	@.ci/demo .build/debug

# The tests that hold real cues against the clock run without others beside them, and those that fill the cores, with
# properties over many seeds or long messages, not beside those that wait for real parts.
test: test-packages .venv
	swift build --build-tests
	@.ci/test --filter PunctualityTests
	@.ci/test --filter RecordingTests
	@.ci/test --filter '$(BUSY)'
	@.ci/test --filter '$(PROTOCOL)'
	@.ci/test --skip PunctualityTests --skip RecordingTests --skip '$(BUSY)' --skip '$(PROTOCOL)'

check:
	swift test --disable-xctest $(NEEDY)

lint:
	swift format lint --strict --recursive Sources Tests Package.swift
	.ci/imports

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

test-packages:
	@.ci/packages $(DEPS) build run test

.venv: Tests/foreign/requirements.txt | test-packages
	python3 -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check --requirement Tests/foreign/requirements.txt
	@touch .venv

.PHONY: build run sounds test test-packages check lint install uninstall
