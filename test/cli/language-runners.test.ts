import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadBundle } from '../../src/lab/bundles/bundle-file.ts';
import { project } from '../support/installed-package.ts';
import { junit, mono, succeeds } from '../support/language-tools.ts';
import { launch } from '../support/program.ts';
import type { Ended } from '../support/program.ts';

const root = new URL('../../', import.meta.url).pathname;
const tool = (path: string): string => join(root, 'tools/node_modules', path);
interface LanguageRunner {
  /** The files of a new project of this language, before init. */
  readonly files: Readonly<Record<string, string>>;
  /** All that init says. */
  readonly says: readonly string[];
  /** Runs the tests of the project. */
  readonly command: readonly string[];
  /** Runs the tests of `more` alone, where the runner takes seconds to start. Default: `command`. */
  readonly swept?: readonly string[];
  /** Compiles them. */
  readonly compile?: readonly string[];
  readonly isThere: boolean;
  /** A test that fails where BAD is set, and one that sends a fax again after a lost answer, without a look. */
  readonly more: Readonly<Record<string, string>>;
}

const runners: Readonly<Record<string, LanguageRunner>> = {
  mocha: {
    files: {
      'package.json': '{ "devDependencies": { "mocha": "11", "faxsim": "1" }, "scripts": { "test": "mocha" } }',
    },
    says: ['wrote test/fax.test.mjs', 'wrote test/faxsim-world.mjs', 'next: npx mocha test/fax.test.mjs'],
    command: [process.execPath, tool('mocha/bin/mocha.js')],
    isThere: existsSync(tool('mocha')),
    more: {
      'test/more.test.mjs': `import { it } from 'mocha';
import { assertFax, assertReceived, openWorld } from './faxsim-world.mjs';
const body = () => new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
it('is a failure', async () => {
  if (process.env.BAD === undefined) return;
  const { world, call } = await openWorld();
  const { data } = await (await call('/v2.1/faxes', { method: 'POST', body: body() })).json();
  await world.clock.runUntilIdle();
  await assertFax(world, data.id, { status: 'failure' });
});
it('is sent patiently', async () => {
  const { world, call } = await openWorld();
  const send = () => call('/v2.1/faxes', { method: 'POST', body: body() }).then(({ ok }) => ok, () => false);
  if (!(await send())) await send();
  await world.clock.runUntilIdle();
  await assertReceived(world, 'sendFax');
});
`,
    },
  },
  playwright: {
    files: { 'package.json': '{ "devDependencies": { "@playwright/test": "1", "faxsim": "1" } }' },
    says: [
      'wrote fax.spec.mjs',
      'wrote faxsim-world.mjs',
      "next: npm pkg set 'scripts.test=playwright test'",
      'next: npx playwright test fax.spec.mjs',
    ],
    command: [process.execPath, tool('@playwright/test/cli.js'), 'test'],
    swept: [process.execPath, tool('@playwright/test/cli.js'), 'test', 'more'],
    isThere: existsSync(tool('@playwright/test')),
    more: {
      'more.spec.mjs': `import { expect, test } from './faxsim-world.mjs';
const body = () => new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
test('is a failure', async ({ faxsim: { world, call } }) => {
  if (process.env.BAD === undefined) return;
  const { data } = await (await call('/v2.1/faxes', { method: 'POST', body: body() })).json();
  await world.clock.runUntilIdle();
  await expect(world).toHaveFax(data.id, { status: 'failure' });
});
test('is sent patiently', async ({ faxsim: { world, call } }) => {
  const send = () => call('/v2.1/faxes', { method: 'POST', body: body() }).then((answer) => answer.ok, () => false);
  if (!(await send())) await send();
  await world.clock.runUntilIdle();
  await expect(world).toHaveReceived('sendFax');
});
`,
    },
  },
  unittest: {
    files: { 'pyproject.toml': '[project]\nname = "letters"\n' },
    says: ['wrote faxsim_case.py', 'wrote test_fax.py', 'next: npx faxsim exec -- python3 -m unittest test_fax'],
    command: ['python3', '-m', 'unittest'],
    isThere: succeeds('python3', '-c', 'import unittest'),
    more: {
      'test_more.py': `import os
import unittest

from faxsim_case import FaxsimCase

FIELDS = {"to": "+12025550123", "content_url": "https://example.com"}


class MoreTest(FaxsimCase):
    def test_a_failure(self):
        if "BAD" not in os.environ:
            return
        _, answer = self.call("POST", "/v2.1/faxes", FIELDS)
        self.settle()
        self.assertFax(answer["data"]["id"], status="failure")

    @unittest.expectedFailure
    def test_an_expected_failure(self):
        with self.subTest("fails"):
            self.assertReceived("deleteFax")

    def test_sent_patiently(self):
        try:
            self.call("POST", "/v2.1/faxes", FIELDS)
        except Exception:
            self.call("POST", "/v2.1/faxes", FIELDS)
        self.settle()
        self.assertReceived("sendFax")
`,
    },
  },
  minitest: {
    files: { Gemfile: "gem 'minitest'\n" },
    says: [
      'wrote test/fax_test.rb',
      'wrote test/faxsim_case.rb',
      'next: npx faxsim exec -- ruby -Itest test/fax_test.rb',
    ],
    command: ['ruby', '-Itest', '-e', "Dir['test/*_test.rb'].sort.each { |file| require './' + file }"],
    isThere: succeeds('ruby', '-e', "require 'minitest'"),
    more: {
      'test/more_test.rb': `require_relative 'faxsim_case'
class MoreTest < Minitest::Test
  include FaxsimCase
  FIELDS = { 'to' => '+12025550123', 'content_url' => 'https://example.com' }
  def test_a_failure
    return unless ENV['BAD']
    _, answer = call_api(:Post, '/v2.1/faxes', FIELDS)
    settle
    assert_fax answer['data']['id'], status: 'failure'
  end
  def test_sent_patiently
    begin
      call_api(:Post, '/v2.1/faxes', FIELDS)
    rescue StandardError
      call_api(:Post, '/v2.1/faxes', FIELDS)
    end
    settle
    assert_received 'sendFax'
  end
end
`,
    },
  },
  phpunit: {
    files: { 'composer.json': '{ "require-dev": { "phpunit/phpunit": "^9.6" } }' },
    says: [
      'wrote tests/FaxTest.php',
      'wrote tests/FaxsimWorld.php',
      'next: npx faxsim exec -- vendor/bin/phpunit tests/FaxTest.php',
    ],
    command: ['phpunit', '--do-not-cache-result', 'tests'],
    isThere: succeeds('phpunit', '--version'),
    more: {
      'tests/MoreTest.php': `<?php
use PHPUnit\\Framework\\TestCase;
require_once __DIR__ . '/FaxsimWorld.php';
final class MoreTest extends TestCase
{
    use FaxsimWorld;
    private const FIELDS = ['to' => '+12025550123', 'content_url' => 'https://example.com'];
    public function testAFailure(): void
    {
        if (!getenv('BAD')) { $this->addToAssertionCount(1); return; }
        [, $answer] = $this->callApi('POST', '/v2.1/faxes', self::FIELDS);
        $this->settle();
        $this->assertFax($answer['data']['id'], status: 'failure');
    }
    public function testSentPatiently(): void
    {
        try { $this->callApi('POST', '/v2.1/faxes', self::FIELDS); }
        catch (RuntimeException) { $this->callApi('POST', '/v2.1/faxes', self::FIELDS); }
        $this->settle();
        $this->assertReceived('sendFax');
    }
}
`,
    },
  },
  junit: {
    files: { 'pom.xml': '<project><artifactId>junit-jupiter</artifactId></project>' },
    says: [
      'wrote src/test/java/faxsim/FaxTest.java',
      'wrote src/test/java/faxsim/FaxsimWorld.java',
      'next: npx faxsim exec -- mvn test -Dtest=FaxTest',
    ],
    command: junit.command,
    swept: [...junit.command, '--include-classname', '.*MoreTest'],
    compile: junit.compile('src/test/java/faxsim/*.java'),
    isThere: junit.isThere,
    more: {
      'src/test/java/faxsim/MoreTest.java': `package faxsim;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
class MoreTest {
    @RegisterExtension
    final FaxsimWorld faxsim = new FaxsimWorld();
    static final String[] FIELDS = { "to", "+12025550123", "content_url", "https://example.com" };
    @Test
    void aFailure() {
        if (System.getenv("BAD") == null) return;
        var answer = faxsim.call("POST", "/v2.1/faxes", FIELDS);
        faxsim.settle();
        faxsim.assertFax(FaxsimWorld.text(answer.body(), "id"), "status", "failure");
    }
    @Test
    void notToday() {
        org.junit.jupiter.api.Assumptions.assumeTrue(false);
    }
    @Test
    void sentPatiently() {
        try { faxsim.call("POST", "/v2.1/faxes", FIELDS); }
        catch (RuntimeException lost) { faxsim.call("POST", "/v2.1/faxes", FIELDS); }
        faxsim.settle();
        faxsim.assertReceived("sendFax");
    }
}
`,
    },
  },
  nunit: {
    files: { 'letters.csproj': '<Project><PackageReference Include="NUnit" Version="4.3.2" /></Project>' },
    says: ['wrote FaxTest.cs', 'wrote FaxsimTest.cs', 'next: npx faxsim exec -- dotnet test --filter FaxTest'],
    command: mono.command,
    swept: [...mono.command, '-run:MoreTest'],
    compile: mono.compile('*.cs'),
    isThere: mono.isThere,
    more: {
      'MoreTest.cs': `using System;
using NUnit.Framework;
[TestFixture]
public class MoreTest : FaxsimTest
{
    static readonly string[] Fields = { "to", "+12025550123", "content_url", "https://example.com" };
    [Test]
    public void AFailure()
    {
        if (Environment.GetEnvironmentVariable("BAD") == null) return;
        var answer = Call("POST", "/v2.1/faxes", Fields);
        Settle();
        AssertFax(Json(answer).Element("data").Element("id").Value, "status", "failure");
    }
    [Test]
    public void SentPatiently()
    {
        try { Call("POST", "/v2.1/faxes", Fields); }
        catch (InvalidOperationException) { Call("POST", "/v2.1/faxes", Fields); }
        Settle();
        AssertReceived("sendFax");
    }
}
`,
    },
  },
};

async function fill(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** An empty project of the runner. A second try of a test begins with a new one. */
async function emptyProject(name: string, { files }: LanguageRunner): Promise<string> {
  const folder = join(project, `language-${name}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, '.git'), { recursive: true });
  await mkdir(join(folder, 'node_modules/@playwright'), { recursive: true });
  for (const module of ['mocha', '@playwright/test']) {
    if (existsSync(tool(module))) await symlink(tool(module), join(folder, 'node_modules', module));
  }
  await fill(folder, files);
  return folder;
}

/** As npx starts it. */
const npx = { npm_config_user_agent: 'npm/11.0.0 node/v24.0.0 linux x64' };
const faxsim = (cwd: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  launch(words, { NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1', ...env }, { cwd }).ended;

test.each(Object.keys(runners))('the set-up for %s has at most 120 lines', async (name) => {
  const home = join(root, 'docs/examples/init', name);
  const files = (await readdir(home, { recursive: true })).filter((file) => /\.\w+$/.test(file));
  for (const file of files)
    expect((await readFile(join(home, file), 'utf8')).split('\n').length).toBeLessThanOrEqual(121);
});

const there = Object.entries(runners).filter(([, runner]) => runner.isThere);

describe.each(there)('a new project of %s', (name, runner) => {
  let folder = '';

  test('has green tests after init and the command of its runner', async () => {
    folder = await emptyProject(name, runner);
    const { stdout, stderr } = await faxsim(folder, ['init'], npx);
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n')).toEqual(runner.says);
    await fill(folder, runner.more);
    const [compiler, ...sources] = runner.compile ?? [];
    if (compiler !== undefined) {
      const { status, stderr: faults } = spawnSync(compiler, sources, { cwd: folder, encoding: 'utf8' });
      expect({ status, faults }).toMatchObject({ status: 0 });
    }
    const ended = await faxsim(folder, ['exec', '--', ...runner.command]);
    expect(ended).toMatchObject({ code: 0 });
  });

  test('fails with the reason and the history of the fax, and keeps a bundle that a replay repeats', async () => {
    const words = ['exec', '--bundle-on-failure', 'failure.json', '--', ...runner.command];
    const { code, stdout, stderr } = await faxsim(folder, words, { BAD: '1' });
    expect(code).not.toBe(0);
    const output = stdout + stderr;
    expect(output).toMatch(/Expected fax \d+ with status=failure, and its status is "success"/);
    expect(output).toMatch(/fax \d+: success\n +\S+ \S+ {2}is accepted \(POST \/v2\.1\/faxes, request 1\)/);
    expect(output).toContain('To see it again after the tests: ');
    const { steps } = await loadBundle(join(folder, 'failure.json'));
    expect(steps.flatMap((step) => (step.kind === 'request' ? [step.operation] : []))).toEqual(['sendFax']);
    expect(await faxsim(folder, ['replay', 'failure.json'])).toMatchObject({ code: 0 });
    expect((await readdir(folder)).filter((file) => file.startsWith('failure'))).toEqual(['failure.json']);
  });

  test('is swept, and its double fax is found', async () => {
    const options = ['--fixture', 'empty', '--recovery=off', '--only', 'send-fax-lost-answer'];
    // minitest shuffles its tests, so each run of the sweep would have another first send.
    const { code, stdout } = await faxsim(folder, ['sweep', ...options, '--', ...(runner.swept ?? runner.command)], {
      SEED: '1',
    });
    expect(stdout).toMatch(/wrong: \d faxes to \+12025550123 in place of \d/);
    expect(code).toBe(3);
  });
});
