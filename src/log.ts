import pino, { type DestinationStream } from 'pino';
import { withoutBoundValues } from './bound-values.js';

/** The part of pino that Punctual uses. Tests may pass their own logger. */
export type Logger = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>;

const secretPaths = [
  'authorization',
  'cookie',
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'accessJwt',
  'refreshJwt',
  'apiKey',
  'credentials',
  'secret',
];

/**
 * Creates a logger that writes JSON lines to stdout. Redacts fields with known secret names, at the top level and one
 * level below, and removes bound values from errors.
 */
export function createLogger(
  options: { level: string; name: string },
  destination?: DestinationStream,
): Logger {
  const config: pino.LoggerOptions = {
    name: options.name,
    level: options.level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => pino.stdSerializers.err(withoutBoundValues(error) as Error) },
    redact: { paths: [...secretPaths, ...secretPaths.map((path) => `*.${path}`)], censor: '[redacted]' },
  };
  return destination ? pino(config, destination) : pino(config);
}
