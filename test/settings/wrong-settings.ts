/** The places that can report a wrong setting. `start`: the process prints the error and ends. */
export type Place = 'setup' | 'doctor' | 'start' | 'worker' | '/readyz';

export interface WrongSetting {
  /** The wrong setting, as docs/production.md names it. */
  what: string;
  /** The output of each place that reports it, including the remedy. `…` replaces the variable parts. */
  says: Partial<Record<Place, string>>;
}

const otherStorage =
  'it is not the one that punctual setup has marked. Set the same STORAGE_DIR or bucket for all processes. If this one is new, run punctual setup.';
const prepareFalse =
  'The connection pooler does not keep prepared statements. Add ?prepare=false to DATABASE_URL.';
const tooNew =
  'The database needs Punctual … or newer, and this is …. Start a newer version, or restore the backup from before the upgrade.';
const lostKey = 'ENCRYPTION_KEYS cannot decrypt stored data: key … is missing or has another value.';

/**
 * The table "What tells you that a setting is wrong" of docs/production.md. wrong-settings.test.ts makes each of these
 * mistakes.
 */
export const wrongSettings = {
  missingVariable: {
    what: 'A variable is missing or malformed, for instance `PUBLIC_URL`',
    says: {
      start: 'The environment is not usable: PUBLIC_URL: …',
      doctor: 'PUBLIC_URL: … Set these variables; nothing starts without them. …',
    },
  },
  password: {
    what: 'The password in `DATABASE_URL` is wrong',
    says: {
      setup: 'Database: FAILED. password authentication failed for user "…".',
      doctor:
        'Postgres at … does not answer. password authentication failed for user "…". Start it, or correct DATABASE_URL. …',
    },
  },
  pooler: {
    what: 'A pooler loses prepared statements',
    says: {
      setup: `Database: FAILED. ${prepareFalse}`,
      doctor: `…: ${prepareFalse}`,
      worker: prepareFalse,
      '/readyz': `usable connection pooler (${prepareFalse})`,
    },
  },
  oldSchema: {
    what: 'The database lacks migrations',
    says: {
      doctor: 'Not applied: …. Run punctual setup.',
      worker: 'The database lacks migrations of this version. Run punctual setup with this version.',
      '/readyz': 'migrations',
    },
  },
  newSchema: {
    what: 'The database has lost what this version uses, by a migration of a newer one',
    says: {
      setup: `Database: FAILED. ${tooNew}`,
      doctor:
        'The database needs Punctual … or newer. Start a newer version, or restore the backup from before the upgrade.',
      start: tooNew,
      worker: tooNew,
      '/readyz': 'newer version (the database is too new for this one)',
    },
  },
  keys: {
    what: '`ENCRYPTION_KEYS` do not open what is stored',
    says: {
      setup: `Encryption keys: FAILED. ${lostKey} Add that key to ENCRYPTION_KEYS again, after the current one.`,
      doctor:
        'Stored data is encrypted with key …, which is missing here or has a different value. Add that key to ENCRYPTION_KEYS again, after the current one. …',
      worker: `${lostKey} Add that key to ENCRYPTION_KEYS again, after the current one.`,
      '/readyz': 'encryption key …',
    },
  },
  clock: {
    what: 'The clock is wrong',
    says: {
      doctor:
        'The database’s clock is … ms behind this machine’s clock (± … ms). Synchronize the clocks of both machines with NTP. …',
    },
  },
  storageNotWritable: {
    what: 'The folder or bucket cannot be written',
    says: {
      setup:
        'Storage: FAILED. The folder or bucket cannot be used. … Allow this user to write, read and delete there, or correct the STORAGE… variables.',
      doctor:
        'A test file could not be written in …. … Allow this user to write, read and delete there, or correct the STORAGE… variables. …',
      '/readyz': 'storage',
    },
  },
  otherStorage: {
    what: '`STORAGE_DIR` or the bucket is not the same for all processes',
    says: {
      doctor: `… can be used, but ${otherStorage}`,
      worker: `The storage: ${otherStorage}`,
      '/readyz': `storage (${otherStorage})`,
    },
  },
  emptyStorage: {
    what: '`setup` finds another storage than the one with the media',
    says: {
      setup:
        'Storage: FAILED. It has none of the media files of this database. Set the STORAGE_DIR, DATA_DIR or bucket that has them. If they are lost, or this storage is a new one, run punctual setup --new-storage.',
    },
  },
  rootsFiles: {
    what: 'Setup or doctor runs as root, and the folder for media belongs to another user',
    says: {
      setup:
        "Storage: FAILED. … belongs to user …, who could not change what root writes there. Run this as that user: sudo -u '#…' -EH punctual setup.",
      doctor:
        "… belongs to user …, who could not change what root writes there. Run this as that user: sudo -u '#…' -EH punctual doctor",
    },
  },
  disk: {
    what: 'The disk is almost full',
    says: {
      doctor:
        'The disk of … has … MiB free. Uploads are refused below … MiB (STORAGE_FREE_MIB_MIN). Free some space, or move the media to a larger disk or a bucket.',
    },
  },
  temporalAway: {
    what: 'Temporal is away, or `TEMPORAL_ADDRESS` is wrong',
    says: {
      setup: 'Temporal at …: FAILED. Failed to connect before the deadline.',
      doctor:
        'The server at … does not answer. … Start it, or correct TEMPORAL_ADDRESS, TEMPORAL_API_KEY and TEMPORAL_TLS_…. …',
    },
  },
  namespace: {
    what: 'The Temporal namespace does not exist',
    says: {
      doctor: 'The namespace … does not exist. Run punctual setup, or correct TEMPORAL_NAMESPACE.',
      worker: 'The Temporal namespace … does not exist. Correct TEMPORAL_NAMESPACE, or run punctual setup.',
      '/readyz': 'Temporal namespace … (correct TEMPORAL_NAMESPACE, or run punctual setup)',
    },
  },
  retention: {
    what: 'The namespace forgets closed runs too early',
    says: {
      doctor:
        'The namespace … keeps closed runs for … days. Punctual needs 30, so that Temporal recognizes a repeated start. Run punctual setup, or ask your administrator to raise the retention.',
    },
  },
  searchAttributes: {
    what: 'Search attributes are missing',
    says: {
      doctor:
        'Missing, or of the wrong type: …. Run punctual setup, or create them with temporal operator search-attribute create.',
      '/readyz': 'search attribute …',
    },
  },
  twoInstallations: {
    what: 'Two installations from before 0.1.0 share a namespace',
    says: {
      setup:
        'Schedules: FAILED. Another installation (…) uses the Temporal namespace … with the same names. Set TEMPORAL_NAMESPACE to a namespace of its own, then run punctual setup.',
      doctor:
        'Another installation uses the namespace … with the same names, so its workers would take the posts of this one. Set TEMPORAL_NAMESPACE to a namespace of its own, then run punctual setup.',
      worker:
        'Another installation (…) uses the Temporal namespace … with the same names. Set TEMPORAL_NAMESPACE to a namespace of its own, then run punctual setup.',
      '/readyz':
        'schedule … (it belongs to another installation: set TEMPORAL_NAMESPACE to a namespace of its own)',
    },
  },
  mixedVersions: {
    what: 'A worker of another version still runs',
    says: {
      doctor:
        'Workers of another version poll: …. This command has version …. Finish the upgrade: stop those workers, and start them with this version. …',
    },
  },
  takenPort: {
    what: 'Another process has the port',
    says: {
      start: 'Port … of … is taken by another process. End that process, or set … to a free port.',
    },
  },
  publicUrlUnknown: {
    what: 'The name in `PUBLIC_URL` has a typing error',
    says: {
      doctor:
        'This machine does not know the name … in PUBLIC_URL. Accounts cannot be connected until browsers reach the API there. Correct PUBLIC_URL, or add the name to DNS. If this is so only from this machine (for instance, in a split network), check …/healthz in a browser instead.',
    },
  },
  publicUrlElsewhere: {
    what: 'Another server answers at `PUBLIC_URL`',
    says: {
      doctor:
        '…/healthz is answered, but not by the API. Correct PUBLIC_URL, let the proxy there pass requests to the API, or start the API with punctual api.',
    },
  },
  publicUrlRefused: {
    what: 'A proxy at `PUBLIC_URL` refuses requests or leads elsewhere',
    says: {
      doctor:
        'From this machine, …/healthz answers with status …, which the API does not. Accounts cannot be connected until browsers reach the API there. Correct PUBLIC_URL, or let the proxy there pass requests to the API. …',
    },
  },
  publicUrlSilent: {
    what: 'Nobody answers at `PUBLIC_URL`',
    says: {
      doctor:
        'From this machine, no API answers at …. Accounts cannot be connected until browsers reach the API there. Start the API with punctual api, or check the proxy in front of it. …',
    },
  },
  proxyHops: {
    what: '`TRUST_PROXY_HOPS` is 0 behind a proxy',
    says: {
      doctor:
        'It is 0, but PUBLIC_URL is https, so a proxy is in front of the API. … Set TRUST_PROXY_HOPS to the number of your own proxies, usually 1.',
    },
  },
} as const satisfies Record<string, WrongSetting>;

export type WrongSettingName = keyof typeof wrongSettings;

const placeNames: Readonly<Record<Place, string>> = {
  setup: '`setup`',
  doctor: '`doctor`',
  start: 'at the start',
  worker: 'worker’s `/readyz`',
  '/readyz': 'API’s `/readyz`',
};

/** The rows of the table in docs/production.md. */
export function wrongSettingRows(): string[] {
  return Object.values<WrongSetting>(wrongSettings).flatMap(({ what, says }) =>
    Object.entries(says).map(
      ([place, line], index) => `| ${index === 0 ? what : ''} | ${placeNames[place as Place]} | ${line} |`,
    ),
  );
}
