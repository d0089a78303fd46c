import { GetObjectCommand, PutObjectCommand, UploadPartCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Clock } from '../clock.js';
import type { SignedRequest, SignOptions, Storage } from './storage.js';

type SignatureOptions = Parameters<typeof getSignedUrl>[2];

/** Signs URLs that point directly to the bucket, each for one request. */
export function s3Addresses({
  client,
  Bucket,
  clock,
}: {
  client: S3Client;
  Bucket: string;
  clock: Clock;
}): Pick<Storage, 'presignUpload' | 'presignDownload' | 'presignPart'> {
  async function sign(
    method: SignedRequest['method'],
    { ttlMs, signedAt = clock.now() }: SignOptions,
    headers: Record<string, string>,
    urlOf: (options: SignatureOptions) => Promise<string>,
  ): Promise<SignedRequest> {
    // By default the SDK signs neither size nor type, so a client could send any.
    const names = [...Object.keys(headers), ...(method === 'PUT' ? ['content-length'] : [])];
    const signed = names.map((name) => name.toLowerCase());
    const url = await urlOf({
      expiresIn: Math.ceil(ttlMs / 1000),
      signingDate: signedAt,
      signableHeaders: new Set(['host', ...signed]),
      unhoistableHeaders: new Set(signed),
    });
    return { method, url, headers, expiresAt: new Date(signedAt.getTime() + ttlMs) };
  }

  return {
    presignUpload: (key, { mime, sizeBytes, ...options }) => {
      const command = new PutObjectCommand({ Bucket, Key: key, ContentType: mime, ContentLength: sizeBytes });
      return sign('PUT', options, { 'Content-Type': mime }, (given) => getSignedUrl(client, command, given));
    },
    presignDownload: (key, { mime, filename, ...options }) => {
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentType: mime,
        ResponseContentDisposition: `attachment; filename="${filename}"`,
      });
      return sign('GET', options, {}, (given) => getSignedUrl(client, command, given));
    },
    presignPart: (key, multipartId, { partNumber, sizeBytes, ...options }) => {
      const part = { Bucket, Key: key, UploadId: multipartId, PartNumber: partNumber };
      const command = new UploadPartCommand({ ...part, ContentLength: sizeBytes });
      return sign('PUT', options, {}, (given) => getSignedUrl(client, command, given));
    },
  };
}
