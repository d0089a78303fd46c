import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Clock } from '../clock.js';
import { emptyBody } from './empty-body.js';
import { s3Addresses } from './s3-addresses.js';
import { ignoreMissing, missingAs } from './s3-errors.js';
import { s3Parts } from './s3-parts.js';
import { writeToS3 } from './s3-write.js';
import { NoSuchObjectError, type Storage } from './storage.js';

export interface S3Options {
  /** The endpoint of the service. Without it, the vendor's endpoint for the region is used. */
  endpoint?: string;
  region: string;
  bucket: string;
  /** The credentials. Without them, the SDK reads its own variables, files and services. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Whether URLs have the form `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  pathStyle: boolean;
  clock: Clock;
}

/** Stores media in a bucket of any service that supports the S3 protocol. Signed URLs point directly to the bucket. */
export function createS3Storage(settings: S3Options): Storage & { close: () => void } {
  const { bucket: Bucket, clock } = settings;
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
    // The newer default checksums would become part of signed URLs, and not every service supports them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  });
  const statOf = (key: string) => statObject(client, { Bucket, Key: key });

  return {
    write: (key, body, writeOptions) => writeToS3(client, { Bucket, Key: key }, body, writeOptions),
    read: async (key, range) => {
      if (range !== undefined && range.end <= range.start) return emptyBody();
      const bytes = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end - 1}` };
      const { Body } = await missingAs(client.send(new GetObjectCommand({ Bucket, Key: key, ...bytes })));
      if (Body === undefined) throw new NoSuchObjectError('no body');
      return Body as unknown as AsyncIterable<Uint8Array>;
    },
    stat: statOf,
    move: async (from, to) => {
      if ((await statOf(from)) === null && (await statOf(to)) !== null) return;
      const CopySource = `${Bucket}/${from}`;
      await missingAs(client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource })));
      await client.send(new DeleteObjectCommand({ Bucket, Key: from }));
    },
    delete: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },
    deleteFolder: (folder) => deleteFolder(client, Bucket, folder),
    ensurePlace: () => ensureBucket(client, Bucket),
    ...s3Addresses({ client, Bucket, clock }),
    ...s3Parts(client, Bucket),
    close: () => client.destroy(),
  };
}

async function ensureBucket(client: S3Client, Bucket: string): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
    return false;
  } catch (error) {
    ignoreMissing(error);
  }
  await client.send(new CreateBucketCommand({ Bucket }));
  return true;
}

async function statObject(
  client: S3Client,
  place: { Bucket: string; Key: string },
): Promise<{ sizeBytes: number } | null> {
  try {
    const { ContentLength } = await client.send(new HeadObjectCommand(place));
    return { sizeBytes: ContentLength ?? 0 };
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

async function deleteFolder(client: S3Client, Bucket: string, folder: string): Promise<void> {
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket,
        Prefix: `${folder}/`,
        ...(token === undefined ? {} : { ContinuationToken: token }),
      }),
    );
    for (const { Key } of page.Contents ?? []) {
      if (Key !== undefined) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    }
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}
