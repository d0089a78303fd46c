import { describe, expect, it } from 'vitest';
import { toAppConfig } from './config.js';
import { ConfigError, readEnv } from './env.js';

const base = {
  PUBLIC_URL: 'https://punctual.example.com',
  DATABASE_URL: 'postgres://localhost/punctual',
  ENCRYPTION_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
};
const tracingWith = (env: Record<string, string>): boolean =>
  toAppConfig(readEnv({ ...base, ...env })).tracing;

describe('tracing', () => {
  it('is off unless the standard variables ask for it', () => {
    expect(tracingWith({})).toBe(false);
    expect(tracingWith({ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' })).toBe(
      false,
    );
    expect(tracingWith({ OTEL_SDK_DISABLED: 'true', OTEL_TRACES_EXPORTER: 'otlp' })).toBe(false);
  });

  it('is on if an exporter or an endpoint is configured', () => {
    expect(tracingWith({ OTEL_TRACES_EXPORTER: 'otlp' })).toBe(true);
    expect(tracingWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' })).toBe(true);
    expect(tracingWith({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c:4318/v1/traces' })).toBe(true);
  });

  it('fails as a configuration error if the exporter is not built in', () => {
    expect(() => tracingWith({ OTEL_TRACES_EXPORTER: 'zipkin' })).toThrow(ConfigError);
  });
});
