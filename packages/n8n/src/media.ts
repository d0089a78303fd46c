import { sleep, type IDataObject } from 'n8n-workflow';
import type { components } from '../../client/src/api-types.js';
import type { Call } from './call.js';

type Media = components['schemas']['Media'];
type Presigned = components['schemas']['PresignedMedia'];

const pollMs = 1_000;
const checkMsMax = 15 * 60_000;
const pieceTimeoutMs = 15 * 60_000;

const ofWorkspace = (call: Call): IDataObject => ({ workspaceId: call.text('workspaceId') });

export async function addFromUrl(call: Call): Promise<IDataObject> {
  const body = { url: call.text('mediaUrl'), ...call.fields('options') };
  return checked(call, await call.post('/media/from-url', { query: ofWorkspace(call), body }));
}

/** Uploads a file of the item. If an earlier try has already sent it, it is not sent again. */
export async function upload(call: Call): Promise<IDataObject> {
  const { functions, itemIndex } = call;
  const property = call.text('binaryProperty');
  const { mimeType, fileName } = functions.helpers.assertBinaryData(itemIndex, property);
  const bytes = await functions.helpers.getBinaryDataBuffer(itemIndex, property);
  const begun = await call.post<Presigned>('/media/presign', {
    query: ofWorkspace(call),
    body: {
      mime: mimeType,
      sizeBytes: bytes.length,
      ...(fileName !== undefined && { filename: fileName }),
      ...call.fields('options'),
    },
  });
  const path = `/media/${begun.media.id}`;
  const now = await call.get<Media>(path);
  if (now.status !== 'PENDING_UPLOAD') return checked(call, now);
  for (const piece of piecesOf(begun.upload, bytes))
    await functions.helpers.httpRequest({ ...piece, method: 'PUT', timeout: pieceTimeoutMs });
  return checked(call, await call.post(`${path}/complete`));
}

interface Piece {
  url: string;
  headers: IDataObject;
  body: Buffer;
}

function piecesOf(upload: Presigned['upload'], bytes: Buffer): Piece[] {
  if (upload.kind === 'single') return [{ url: upload.url, headers: upload.headers, body: bytes }];
  return upload.parts.flatMap(({ partNumber, sizeBytes, address }) => {
    const begin = (partNumber - 1) * upload.partSizeBytes;
    const body = bytes.subarray(begin, begin + sizeBytes);
    return address === null ? [] : [{ url: address.url, headers: address.headers, body }];
  });
}

/** Waits until the server has checked the file, because only then a post can be published with it. */
async function checked(call: Call, given: Media): Promise<IDataObject> {
  const endMs = Date.now() + checkMsMax;
  let media = given;
  while (media.status === 'PROCESSING' && Date.now() < endMs) {
    await sleep(pollMs);
    media = await call.get(`/media/${media.id}`);
  }
  if (media.status === 'READY') return { ...media };
  return call.refuse(media.failure?.message ?? `The file ${media.id} is ${media.status}.`);
}
