import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect } from 'vitest';
import { workspaces } from '../../src/db/schema/index.js';
import type { PlanName } from '../../src/domain/plans.js';
import { call, field, type Answer, type TestApi } from '../harness/api.js';
import type { Tenant } from '../harness/tenants.js';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Makes a picture whose bytes depend on the seed. */
export function image(seed: number, format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  const background = { r: seed % 256, g: (seed * 7) % 256, b: (seed * 13) % 256 };
  return sharp({ create: { width: 40 + (seed % 8), height: 30, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

export interface Address {
  method: string;
  url: string;
  headers: Record<string, string>;
  expiresAt: string;
}

export type Upload =
  | ({ kind: 'single' } & Address)
  | {
      kind: 'parts';
      partSizeBytes: number;
      parts: { partNumber: number; sizeBytes: number; uploaded: boolean; address: Address | null }[];
    };

export interface Media {
  id: string;
  status: string;
  kind: string;
  mime: string;
  sizeBytes: number;
  width: number | null;
  height: number | null;
  sha256: string | null;
  altText: string | null;
  storageKey: string | null;
  url: string | null;
  thumbnailUrl: string | null;
  failure: { code: string } | null;
  updatedAt: string;
}

export const bodyOf = <T>(answer: Answer): T => answer.body as T;

export async function presign(
  api: TestApi,
  { key, workspaceId }: Tenant,
  body: Record<string, unknown>,
): Promise<{ media: Media; upload: Upload }> {
  const answer = await call(api, 'POST', `/media/presign?workspaceId=${workspaceId}`, { key, body });
  expect(answer.status, answer.text).toBe(201);
  return { media: field(answer, 'media'), upload: field(answer, 'upload') };
}

/** Sends the bytes like a client that knows only the URL, the method and the headers. */
export async function send(address: Address, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const { method, headers } = address;
  const response = await fetch(address.url, { method, headers, body: bytes });
  await response.arrayBuffer();
  return response.status;
}

export function single(upload: Upload): Address {
  if (upload.kind !== 'single') throw new Error('the upload is in parts');
  return upload;
}

export function complete(api: TestApi, { key }: Tenant, id: string): Promise<Answer> {
  return call(api, 'POST', `/media/${id}/complete`, { key });
}

/** Uploads the bytes and completes the upload. Returns the asset, which is READY. */
export async function upload(
  api: TestApi,
  tenant: Tenant,
  bytes: Buffer,
  extra: Record<string, unknown> = {},
): Promise<Media> {
  const begun = await presign(api, tenant, { mime: 'image/png', sizeBytes: bytes.byteLength, ...extra });
  expect(await send(single(begun.upload), new Uint8Array(bytes))).toBeLessThan(300);
  const answer = await complete(api, tenant, begun.media.id);
  expect(answer.status, answer.text).toBe(200);
  return bodyOf<Media>(answer);
}

/** Lists every file in the folder of the storage, including part files and remains. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(folder.length + 1)}/${entry.name}`)
    .sort();
}

export async function setPlan(api: TestApi, { workspaceId }: Tenant, plan: PlanName): Promise<void> {
  await api.deps.db.update(workspaces).set({ plan }).where(eq(workspaces.id, workspaceId));
}
