import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../src/bin/commands.js';
import { envSchema } from '../../src/config/env.js';
import { variableGroups } from '../../src/config/variables.js';
import { stopMsMax } from '../../src/domain/limits.js';
import { temporalServerVersion } from '../harness/temporal-on-postgres.js';
import { files, read } from '../docs/repository.js';
import {
  assignments,
  composeServices,
  dockerInstructions,
  imageEnvironment,
  parseYaml,
} from './read-files.js';

const deployed = files.filter((file) => file.startsWith('deploy/'));
const chart = 'deploy/helm/punctual';
const units = deployed.filter((file) => file.endsWith('.service'));
const variables = new Set(variableGroups().flatMap(({ variables: own }) => own.map(({ name }) => name)));
const services = composeServices();
const punctual = Object.entries(services).filter(([name]) => ['setup', 'api', 'worker'].includes(name));
const { version } = JSON.parse(read('package.json')) as { version: string };
const seconds = (text: string): number => Number(/^(\d+)s?$/.exec(text)?.[1]);

describe('the files of deploy/', () => {
  it.each(deployed.filter((file) => /\.ya?ml$/.test(file) && !file.includes('/templates/')))(
    'are valid YAML: %s',
    (file) => {
      expect(parseYaml(file)).not.toEqual([]);
    },
  );

  it.each(deployed.filter((file) => file.endsWith('.json')))('are valid JSON: %s', (file) => {
    expect(JSON.parse(read(file))).toBeTypeOf('object');
  });

  it('set only variables that Punctual reads', () => {
    const ofChart = [...read(`${chart}/templates/_helpers.tpl`).matchAll(/- name: ([A-Z_]+)$/gm)];
    const values = parse(read(`${chart}/values.yaml`)) as { env: object };
    const named = [
      ...punctual.flatMap(([, { environment }]) => Object.keys(environment)),
      ...Object.keys(imageEnvironment()),
      ...assignments('deploy/systemd/punctual.env.example').map(([key]) => key),
      ...ofChart.map(([, name = '']) => name),
      ...Object.keys(values.env),
    ];
    expect(named).toEqual(expect.arrayContaining(['DATABASE_URL', 'WORKER_HEALTH_PORT', 'PUBLIC_URL']));
    expect(named.filter((name) => !variables.has(name))).toEqual([]);
  });

  it('need exactly the variables that the example for Compose names', () => {
    const compose = read('deploy/compose.yaml');
    const needed = new Set([...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name));
    const named = assignments('deploy/compose.env.example').map(([key]) => key);
    expect(named.toSorted()).toEqual([...needed].sort());
  });

  it('run only commands that exist', () => {
    const small = parse(read('deploy/compose.small.yaml')) as { services: { api: { command: string[] } } };
    const run = [
      ...punctual.flatMap(([, { command }]) => command),
      ...small.services.api.command,
      ...deployed.flatMap((file) =>
        [...read(file).matchAll(/bin\/punctual\.js (\w+)/g)].map(([, name = '']) => name),
      ),
      ...[...read(`${chart}/templates/setup.yaml`).matchAll(/args: \[(\w+)\]/g)].map(([, name = '']) => name),
    ];
    expect(new Set(run)).toEqual(new Set(['setup', 'api', 'worker', 'all', 'doctor']));
    expect(run.filter((name) => !commands.some((command) => command.name === name))).toEqual([]);
  });

  it('wait longer for the end of a process than it may take', () => {
    for (const [, { stop_grace_period: grace = '' }] of punctual)
      expect(seconds(grace) * 1000).toBeGreaterThan(stopMsMax);
    for (const unit of ['punctual-api', 'punctual-worker']) {
      const settings = new Map(assignments(`deploy/systemd/${unit}.service`));
      expect(seconds(settings.get('TimeoutStopSec') ?? '') * 1000).toBeGreaterThan(stopMsMax);
      expect([settings.get('KillSignal'), settings.get('KillMode')]).toEqual(['SIGTERM', 'mixed']);
    }
    const pod = /terminationGracePeriodSeconds: (\d+)/.exec(read(`${chart}/templates/_helpers.tpl`))?.[1];
    expect(Number(pod) * 1000).toBeGreaterThan(stopMsMax);
    expect(dockerInstructions()).toContainEqual(['STOPSIGNAL', 'SIGTERM']);
  });

  it('use the same ports', () => {
    const { PORT = '', METRICS_PORT = '', WORKER_HEALTH_PORT = '' } = imageEnvironment();
    const [, exposed = ''] = dockerInstructions().find(([name]) => name === 'EXPOSE') ?? [];
    expect(exposed).toBe(`${PORT} ${METRICS_PORT} ${WORKER_HEALTH_PORT}`);
    expect(Number(PORT)).toBe(envSchema.shape.PORT.parse(undefined));
    expect(services['caddy']?.environment['PUNCTUAL_UPSTREAM']).toBe(`api:${PORT}`);
    expect(assignments('deploy/systemd/punctual.env.example')).toEqual(
      expect.arrayContaining([
        ['METRICS_PORT', METRICS_PORT],
        ['WORKER_HEALTH_PORT', WORKER_HEALTH_PORT],
      ]),
    );
    expect(read(`${chart}/templates/api.yaml`)).toContain(`"http" ${PORT} "metrics" ${METRICS_PORT}`);
    expect(read(`${chart}/templates/worker.yaml`)).toContain(`"metrics" ${WORKER_HEALTH_PORT}`);
  });

  it('name a version for everything that they download, and the same one in all places', () => {
    const bases = dockerInstructions()
      .filter(([name]) => name === 'FROM')
      .map(([, rest]) => rest.split(' ')[0] ?? '');
    const images = Object.values(services).map(({ image }) => image);
    for (const image of [...bases, ...images]) expect(image).toMatch(/:[\w.-]*\d+\.\d+/);
    expect(new Set(bases).size).toBe(1);
    expect(images.filter((image) => image.startsWith('temporalio/'))).toEqual([
      `temporalio/admin-tools:${temporalServerVersion}`,
      `temporalio/server:${temporalServerVersion}`,
    ]);
    expect(read('deploy/systemd/temporal.service')).toContain(`version ${temporalServerVersion}.`);
    expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
    expect(services['api']?.image).toBe(`\${PUNCTUAL_IMAGE:-punctual:${version}}`);
    expect(dockerInstructions()).toContainEqual(['LABEL', `org.opencontainers.image.version="${version}"`]);
  });
});

describe('the Compose file', () => {
  it('opens only the ports of the proxy', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports.length > 0);
    expect(open.map(([name, { ports }]) => [name, ports])).toEqual([
      ['caddy', ['80:80', '443:443', '443:443/udp']],
    ]);
  });

  it('builds the image in one service, because builds of one tag at the same time disturb each other', () => {
    const [compose] = parseYaml('deploy/compose.yaml') as [{ services: Record<string, object> }];
    const building = Object.entries(compose.services).filter(([, service]) => 'build' in service);
    expect(building.map(([name]) => name)).toEqual(['setup']);
  });

  it('runs Punctual without rights, on a read-only root', () => {
    const [compose] = parseYaml('deploy/compose.yaml') as [{ services: Record<string, object> }];
    for (const [name] of punctual)
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(dockerInstructions()).toContainEqual(['USER', '65532:65532']);
  });
});

describe.each(units)('the unit %s', (unit) => {
  it('runs as its own user, with no more rights than it needs', () => {
    const settings = new Map(assignments(unit));
    expect(settings.get('User')).toBe(unit.includes('temporal') ? 'temporal' : 'punctual');
    const hardening = {
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
      PrivateDevices: 'yes',
      RestrictNamespaces: 'yes',
      SystemCallArchitectures: 'native',
    };
    expect(Object.fromEntries(settings)).toMatchObject(hardening);
  });
});

describe('the values of the chart', () => {
  it('are all described in the schema', () => {
    const schema = JSON.parse(read(`${chart}/values.schema.json`)) as { properties: object };
    const values = Object.keys(parse(read(`${chart}/values.yaml`)) as object);
    expect(Object.keys(schema.properties).filter((name) => name !== 'global')).toEqual(values);
  });
});

describe('the health check of the image', () => {
  const [, rest = ''] = dockerInstructions().find(([name]) => name === 'HEALTHCHECK') ?? [];
  const [, ...command] = JSON.parse(rest.slice(rest.indexOf('['))) as string[];

  async function check(ports: { PORT: number; WORKER_HEALTH_PORT: number }): Promise<boolean> {
    const env = { PORT: String(ports.PORT), WORKER_HEALTH_PORT: String(ports.WORKER_HEALTH_PORT) };
    return promisify(execFile)(process.execPath, command, { env }).then(
      () => true,
      () => false,
    );
  }

  /** Listens on a port and responds to /readyz with this status while `work` runs. */
  async function withAnswer(status: number, work: (port: number) => Promise<void>): Promise<void> {
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/readyz' ? status : 404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    try {
      await work(typeof address === 'object' && address !== null ? address.port : 0);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  /** No process of this machine listens on this port. */
  const closed = 1;

  it('asks the API, or the worker if there is no API', async () => {
    await withAnswer(200, async (port) => {
      expect(await check({ PORT: port, WORKER_HEALTH_PORT: closed })).toBe(true);
      expect(await check({ PORT: closed, WORKER_HEALTH_PORT: port })).toBe(true);
    });
    await withAnswer(503, async (port) => {
      expect(await check({ PORT: port, WORKER_HEALTH_PORT: closed })).toBe(false);
    });
    expect(await check({ PORT: closed, WORKER_HEALTH_PORT: closed })).toBe(false);
  });
});
