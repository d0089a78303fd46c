import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

interface VideoOptions {
  container?: 'mp4' | 'mov' | 'webm';
  width?: number;
  height?: number;
  seconds?: number;
  framesPerSecond?: number;
  rotation?: 0 | 90 | 180 | 270;
  audio?: boolean;
}

/** Makes a video for tests: a real container around frames that no decoder would accept. */
export async function video(options: VideoOptions = {}): Promise<Buffer> {
  const { container = 'mp4', width = 640, height = 360, seconds = 2, framesPerSecond = 30 } = options;
  const formats = { mp4: Mp4OutputFormat, mov: MovOutputFormat, webm: WebMOutputFormat };
  const target = new BufferTarget();
  const output = new Output({ format: new formats[container](), target });
  const isWebm = container === 'webm';
  const video = new EncodedVideoPacketSource(isWebm ? 'vp9' : 'avc');
  output.addVideoTrack(video, { rotation: options.rotation ?? 0, frameRate: framesPerSecond });
  const audio = options.audio ? new EncodedAudioPacketSource(isWebm ? 'opus' : 'aac') : null;
  if (audio !== null) output.addAudioTrack(audio);
  await output.start();
  const frames = seconds * framesPerSecond;
  for (let frame = 0; frame < frames; frame += 1) {
    const at = frame / framesPerSecond;
    const packet = new EncodedPacket(
      frameBytes(frame),
      frame === 0 ? 'key' : 'delta',
      at,
      1 / framesPerSecond,
    );
    await video.add(packet, { decoderConfig: videoConfig(isWebm, width, height) });
  }
  if (audio !== null) {
    const step = 1_024 / 48_000;
    for (let at = 0; at < seconds; at += step) {
      const packet = new EncodedPacket(new Uint8Array(64), 'key', at, step);
      await audio.add(packet, { decoderConfig: audioConfig(isWebm) });
    }
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('the video was not written');
  return Buffer.from(target.buffer);
}

/** Returns a slice after its length, as MP4 stores AVC frames. */
function frameBytes(frame: number): Uint8Array {
  const bytes = new Uint8Array(200);
  new DataView(bytes.buffer).setUint32(0, bytes.length - 4);
  bytes[4] = frame === 0 ? 0x65 : 0x41;
  return bytes;
}

function videoConfig(isWebm: boolean, codedWidth: number, codedHeight: number): VideoDecoderConfig {
  if (isWebm) return { codec: 'vp09.00.10.08', codedWidth, codedHeight };
  const description = Uint8Array.of(
    1,
    0x42,
    0xc0,
    0x1e,
    0xff,
    0xe1,
    0,
    4,
    0x67,
    0x42,
    0xc0,
    0x1e,
    1,
    0,
    2,
    0x68,
    0xce,
  );
  return { codec: 'avc1.42c01e', codedWidth, codedHeight, description };
}

function audioConfig(isWebm: boolean): AudioDecoderConfig {
  const common = { sampleRate: 48_000, numberOfChannels: 2 };
  if (isWebm) return { ...common, codec: 'opus' };
  return { ...common, codec: 'mp4a.40.2', description: Uint8Array.of(0x11, 0x90) };
}

export function box(type: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** Returns the start of a box, found by the name of its type. */
export function findBox(video: Buffer, type: string): number {
  const at = video.indexOf(type, 0, 'latin1');
  if (at < 4) throw new Error(`the video has no ${type}`);
  return at - 4;
}
