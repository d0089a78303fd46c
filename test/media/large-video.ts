import { createHash, randomBytes } from 'node:crypto';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';

const blockBytes = 1024 * 1024;

/** A video of any size that is never in memory as a whole: a short one, and a `free` box behind it. */
export interface LargeVideo {
  sizeBytes: number;
  sha256: string;
  read: (start: number, end: number) => Generator<Uint8Array<ArrayBuffer>>;
}

export async function largeVideo(sizeBytes: number, beginning?: Uint8Array): Promise<LargeVideo> {
  const short = beginning ?? (await shortVideo());
  const free = Buffer.alloc(16);
  free.writeUInt32BE(1, 0);
  free.write('free', 4, 'latin1');
  free.writeBigUInt64BE(BigInt(sizeBytes - short.byteLength), 8);
  const head = Buffer.concat([short, free]);
  const filling = randomBytes(blockBytes);
  function* read(start: number, end: number): Generator<Uint8Array<ArrayBuffer>> {
    let at = start;
    while (at < end) {
      const isHead = at < head.byteLength;
      const source = isHead ? head : filling;
      const from = isHead ? at : (at - head.byteLength) % blockBytes;
      const piece = source.subarray(from, Math.min(source.byteLength, from + end - at));
      yield new Uint8Array(piece);
      at += piece.byteLength;
    }
  }
  const hash = createHash('sha256');
  for (const piece of read(0, sizeBytes)) hash.update(piece);
  return { sizeBytes, sha256: hash.digest('hex'), read };
}

/** Makes two seconds of VP9 with random frames. The container is valid, and nothing else is read. */
export async function shortVideo(): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const track = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(track, { frameRate: 10 });
  await output.start();
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 320, codedHeight: 240 };
  for (let frame = 0; frame < 20; frame += 1) {
    const packet = new EncodedPacket(randomBytes(500), frame === 0 ? 'key' : 'delta', frame / 10, 0.1);
    await track.add(packet, { decoderConfig });
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('no video was made');
  return Buffer.from(target.buffer);
}
