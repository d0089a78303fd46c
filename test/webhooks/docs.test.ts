import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../src/services/webhooks/internal/sign.js';
import { codeBlock, readPage } from '../guides/page.js';
import { startReceiver, verifyStandard, type ReceivedWebhook, type Receiver } from '../harness/receiver.js';
import { addReceiver, emit, useWebhookStack, untilDelivery } from '../harness/webhooks.js';

const page = readPage('webhooks.md');

interface Variant {
  name: string;
  request: ReceivedWebhook;
  genuine: boolean;
}

/** Returns the request as it arrived, and changed ones that must be refused. */
function variants(received: ReceivedWebhook): Variant[] {
  const { headers } = received;
  const tampered = Buffer.from(received.body);
  tampered[0] = 0x20;
  const withHeaders = (changed: Record<string, string | undefined>): ReceivedWebhook => ({
    ...received,
    headers: Object.fromEntries(
      Object.entries({ ...headers, ...changed }).filter(([, value]) => value !== undefined),
    ),
  });
  const secondsAgo = (seconds: number): string => String(Math.floor(Date.now() / 1000) - seconds);
  const signature = String(headers['webhook-signature']);
  return [
    { name: 'as it came', request: received, genuine: true },
    {
      name: 'with the signature of another secret before its own',
      request: withHeaders({ 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} ${signature}` }),
      genuine: true,
    },
    { name: 'with a changed body', request: { ...received, body: tampered }, genuine: false },
    {
      name: 'with an old time',
      request: withHeaders({ 'webhook-timestamp': secondsAgo(301) }),
      genuine: false,
    },
    {
      name: 'with a time in the future',
      request: withHeaders({ 'webhook-timestamp': secondsAgo(-310) }),
      genuine: false,
    },
    {
      name: 'without a signature',
      request: withHeaders({ 'webhook-signature': 'v1,' }),
      genuine: false,
    },
    { name: 'with another id', request: withHeaders({ 'webhook-id': 'another' }), genuine: false },
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((missing) => ({
      name: `without ${missing}`,
      request: withHeaders({ [missing]: undefined }),
      genuine: false,
    })),
    {
      name: 'with a time that is no number',
      request: withHeaders({ 'webhook-timestamp': 'today' }),
      genuine: false,
    },
  ];
}

const isThere = (command: string, args: string[]): boolean => spawnSync(command, args).status === 0;

/** A program around the page's function. It reads a call as JSON from stdin, and writes true or false to stdout. */
interface Runtime {
  language: string;
  fence: string;
  has: string;
  isThere: boolean;
  /** Writes the program into the folder, and returns the command that runs it. */
  write: (code: string, folder: string) => [string, ...string[]];
}

const runtimes: Runtime[] = [
  {
    language: 'Python',
    fence: 'python',
    has: 'def verify',
    isThere: isThere('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']),
    write: (code, folder) => {
      const ask =
        'import json, sys\ncall = json.load(sys.stdin)\nbody = bytes.fromhex(call["body"])\nprint("true" if verify(call["secret"], call["headers"], body) else "false")\n';
      writeFileSync(path.join(folder, 'verify.py'), `${code}\n${ask}`);
      return ['python3', path.join(folder, 'verify.py')];
    },
  },
  {
    language: 'PHP',
    fence: 'php',
    has: 'function verify',
    isThere: isThere('php', ['-r', 'exit(PHP_VERSION_ID < 80000 ? 1 : 0);']),
    write: (code, folder) => {
      const ask =
        '$call = json_decode(stream_get_contents(STDIN), true);\necho verify($call["secret"], $call["headers"], hex2bin($call["body"])) ? "true" : "false";\n';
      writeFileSync(path.join(folder, 'verify.php'), `${code}\n${ask}`);
      return ['php', path.join(folder, 'verify.php')];
    },
  },
  {
    language: 'Go',
    fence: 'go',
    has: 'func Verify',
    isThere: isThere('go', ['version']),
    write: (code, folder) => {
      const ask = `package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func main() {
	var call struct {
		Secret, Body string
		Headers      map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&call); err != nil {
		panic(err)
	}
	body, _ := hex.DecodeString(call.Body)
	header := http.Header{}
	for name, value := range call.Headers {
		header.Set(name, value)
	}
	fmt.Println(Verify(call.Secret, header, body))
}
`;
      writeFileSync(path.join(folder, 'verify.go'), code.replace(/^package \w+/, 'package main'));
      writeFileSync(path.join(folder, 'main.go'), ask);
      writeFileSync(path.join(folder, 'go.mod'), 'module verify\n\ngo 1.21\n');
      const program = path.join(folder, 'verify');
      const env = { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
      const built = spawnSync('go', ['build', '-o', program, '.'], { cwd: folder, env, encoding: 'utf8' });
      expect(built.stderr).toBe('');
      return [program];
    },
  },
  {
    language: 'Ruby',
    fence: 'ruby',
    has: 'def verify',
    isThere: isThere('ruby', ['-ropenssl', '-e', 'exit(OpenSSL.respond_to?(:secure_compare))']),
    write: (code, folder) => {
      const ask =
        'require "json"\ncall = JSON.parse($stdin.read)\nputs verify(call["secret"], call["headers"], [call["body"]].pack("H*"))\n';
      writeFileSync(path.join(folder, 'verify.rb'), `${code}\n${ask}`);
      return ['ruby', path.join(folder, 'verify.rb')];
    },
  },
];

const linesOf = (code: string): number => code.split('\n').filter((line) => line.trim() !== '').length;

describe('docs/webhooks.md', () => {
  const stack = useWebhookStack();
  let receiver: Receiver;
  let secret: string;
  let delivered: ReceivedWebhook;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'punctual-docs-'));
    receiver = await startReceiver();
    const added = await addReceiver(stack.workspace, receiver.url);
    secret = added.secret;
    const [deliveryId] = await emit(stack.workspace, [added.endpoint.id]);
    await untilDelivery(stack.deps, deliveryId, 'DELIVERED');
    const [first] = receiver.received;
    if (first === undefined) throw new Error('nothing was received');
    delivered = first;
  });
  afterAll(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('contains at most twelve lines of Node that accept a delivery, and refuse a changed one', async () => {
    const code = codeBlock(page, 'js', 'export function verify');
    expect(linesOf(code)).toBeLessThanOrEqual(12);
    const file = path.join(folder, 'verify.mjs');
    writeFileSync(file, code);
    const { verify } = (await import(pathToFileURL(file).href)) as {
      verify: (secret: string, headers: object, body: Buffer) => boolean;
    };
    for (const { name, request, genuine } of variants(delivered)) {
      expect(verify(secret, request.headers, request.body), name).toBe(genuine);
    }
    expect(verify(`whsec_${Buffer.alloc(32).toString('base64')}`, delivered.headers, delivered.body)).toBe(
      false,
    );
    expect(() => verify('', delivered.headers, delivered.body)).toThrow('not the signing secret');
  });

  it('contains at most twelve lines of Python for the same check', () => {
    expect(linesOf(codeBlock(page, 'python', 'def verify'))).toBeLessThanOrEqual(12);
  });

  for (const { language, fence, has, isThere: runs, write } of runtimes) {
    if (!runs) {
      process.stderr.write(`NOT TESTED: the ${language} of docs/webhooks.md, which is not installed here.\n`);
    }
    it.skipIf(!runs)(`contains ${language} for the same check, which works`, () => {
      const own = path.join(folder, fence);
      mkdirSync(own);
      const [command, ...args] = write(codeBlock(page, fence, has), own);
      const runFor = ({ headers, body }: ReceivedWebhook, withSecret: string) => {
        const call = { secret: withSecret, headers, body: body.toString('hex') };
        return spawnSync(command, args, { input: JSON.stringify(call), encoding: 'utf8' });
      };
      const ask = (request: ReceivedWebhook, withSecret = secret): string => {
        const run = runFor(request, withSecret);
        expect(run.stderr).toBe('');
        return run.stdout.trim();
      };
      for (const { name, request, genuine } of variants(delivered)) {
        expect(ask(request), name).toBe(String(genuine));
      }
      expect(ask(delivered, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe('false');
      const unset = runFor(delivered, '');
      expect([unset.status === 0, `${unset.stdout}${unset.stderr}`]).toEqual([
        false,
        expect.stringContaining('not the signing secret') as unknown,
      ]);
    });
  }

  it('agrees with the library of Standard Webhooks', () => {
    for (const { name, request, genuine } of variants(delivered)) {
      if (genuine) expect(verifyStandard(secret, request), name).toMatchObject({ type: 'post.published' });
      else expect(() => verifyStandard(secret, request), name).toThrow();
    }
  });

  it('has a correct test vector', () => {
    const {
      body,
      secret: shown,
      ...headers
    } = JSON.parse(codeBlock(page, 'json', 'x-service-signature')) as Record<string, string>;
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const eventId = headers['webhook-id'] ?? '';
    expect(signatureHeaders({ eventId, body: body ?? '', secrets: [shown ?? ''], at })).toEqual(headers);
  });
});
