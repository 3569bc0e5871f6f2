import { execFile, execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSimulator } from '../src/index.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';
import { startReceiver } from './support/webhook-receiver.ts';
import type { WebhookReceiver } from './support/webhook-receiver.ts';

const newDirectory = temporaryDirectories();
const token = 'secret';
let receiver: WebhookReceiver;
let guide = '';
/** A webhook of a received fax, as a program reads it. */
let webhook: { url: string; fields: Record<string, string>; files: Record<string, string>; signature: string };

beforeAll(async () => {
  guide = await readFile(new URL('../docs/verification.md', import.meta.url), 'utf8');
  receiver = await startReceiver();
  const url = `${receiver.url}/hook?from=faxsim`;
  await using simulator = await startSimulator({
    fixture: 'empty',
    settings: { webhookToken: token, receiveCallbackUrl: url },
  });
  await simulator.simulate.receive({ file: { filename: 'letter.txt', base64: btoa('Dear Doctor') } });
  await receiver.until(1);
  const [{ fields, files, headers }] = receiver.received as [WebhookReceiver['received'][number]];
  const contents = Object.entries(files).map(([name, { bytes }]) => [name, Buffer.from(bytes).toString('base64')]);
  webhook = { url, fields, files: Object.fromEntries(contents), signature: String(headers['x-phaxio-signature']) };
});
afterAll(() => receiver.close());

const isHere = (program: string): boolean => {
  try {
    execFileSync(program, [program === 'java' ? '-version' : '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const languages: readonly (readonly [name: string, program: string, file: string, driver: (code: string) => string])[] =
  [
    [
      'python',
      'python3',
      'check.py',
      (code) => `${code}
import base64, json, sys
w = json.load(open(sys.argv[1]))
files = {name: base64.b64decode(text) for name, text in w["files"].items()}
for token in ["secret", "wrong"]:
    print(is_authentic(token, w["url"], w["fields"], files, w["signature"]))
print(is_authentic("secret", w["url"], w["fields"], files, None))
print(expected_signature("secret", w["url"], w["fields"], files))`,
    ],
    [
      'ruby',
      'ruby',
      'check.rb',
      (code) => `${code}
require 'json'
w = JSON.parse(File.read(ARGV[0]))
files = w['files'].transform_values { |text| text.unpack1('m') }
%w[secret wrong].each { |token| puts authentic?(token, w['url'], w['fields'], files, w['signature']) }
puts authentic?('secret', w['url'], w['fields'], files, nil)
puts expected_signature('secret', w['url'], w['fields'], files)`,
    ],
    [
      'php',
      'php',
      'check.php',
      (code) => `<?php
${code}
$w = json_decode(file_get_contents($argv[1]), true);
foreach (['secret', 'wrong'] as $token) {
    $isIt = is_authentic($token, $w['url'], $w['fields'], array_map('base64_decode', $w['files']), $w['signature']);
    echo $isIt ? "true\\n" : "false\\n";
}
echo is_authentic('secret', $w['url'], $w['fields'], array_map('base64_decode', $w['files']), null) ? "true\\n" : "false\\n";
echo expected_signature('secret', $w['url'], $w['fields'], array_map('base64_decode', $w['files']));`,
    ],
    [
      'java',
      'java',
      'Check.java',
      (code) => `${code.replace('final class', 'class')}
class Check {
    public static void main(String[] args) throws Exception {
        java.util.List<String> lines = java.nio.file.Files.readAllLines(java.nio.file.Path.of(args[0] + ".lines"));
        Map<String, String> fields = new TreeMap<>();
        Map<String, byte[]> files = new TreeMap<>();
        for (String line : lines.subList(2, lines.size())) {
            String[] parts = line.split(" ");
            byte[] value = java.util.Base64.getDecoder().decode(parts.length > 2 ? parts[2] : "");
            if (parts[0].equals("field")) fields.put(parts[1], new String(value, UTF_8)); else files.put(parts[1], value);
        }
        for (String token : new String[] {"secret", "wrong"})
            System.out.println(Webhooks.isAuthentic(token, lines.get(0), fields, files, lines.get(1)));
        System.out.println(Webhooks.isAuthentic("secret", lines.get(0), fields, files, null));
        System.out.println(Webhooks.expectedSignature("secret", lines.get(0), fields, files));
    }
}`,
    ],
  ];

test.each(languages.filter(([, program]) => isHere(program)))(
  'the guide’s function in %s accepts a webhook with its token, with no other, and not without a signature',
  async (language, program, file, driver) => {
    const folder = await newDirectory();
    const code = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(guide)?.[1] ?? '';
    // A program in one file runs the first class in it.
    const text = driver(code);
    const ordered = language === 'java' ? text.replace(/(class Webhooks.*)(class Check.*)/s, '$2\n$1') : text;
    await writeFile(join(folder, file), ordered);
    const json = join(folder, 'webhook.json');
    await writeFile(json, JSON.stringify(webhook));
    await writeFile(`${json}.lines`, linesOf(webhook));
    const { stdout } = await promisify(execFile)(program, [join(folder, file), json]);
    expect(stdout.toLowerCase().trim().split(/\s+/)).toEqual(['true', 'false', 'false', webhook.signature]);
  },
);

/** For a language without JSON. */
function linesOf({ url, signature, fields, files }: typeof webhook): string {
  const texts = Object.entries(fields).map(([name, value]) => `field ${name} ${Buffer.from(value).toString('base64')}`);
  const contents = Object.entries(files).map(([name, base64]) => `file ${name} ${base64}`);
  return [url, signature, ...texts, ...contents].join('\n');
}
