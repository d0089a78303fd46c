import { Gauge, type Registry } from 'prom-client';

/** A version of a platform's API in use, which ends then. */
export interface EndingVersion {
  platform: string;
  version: string;
  endsAt: Date;
}

/** Registers a gauge of the times at which the platforms' API versions end. Every process shows the same figures. */
export function registerVersionEnds(
  registry: Registry,
  endingVersions: () => readonly EndingVersion[],
): void {
  new Gauge({
    name: 'punctual_platform_api_version_end_timestamp_seconds',
    help: "When the version of a platform's API in use ends, in seconds since 1970. Absent if no end is known.",
    labelNames: ['platform', 'version'],
    registers: [registry],
    collect() {
      for (const { platform, version, endsAt } of endingVersions())
        this.set({ platform, version }, endsAt.getTime() / 1_000);
    },
  });
}
