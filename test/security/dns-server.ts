import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface DnsQuestion {
  name: string;
  type: 'A' | 'AAAA';
}

export interface DnsServer extends AsyncDisposable {
  /** The address in the form for DNS clients: `address:port`. */
  address: string;
  questions: DnsQuestion[];
}

const typeCodes = { A: 1, AAAA: 28 } as const;

/** Starts a real name server on UDP. It returns what `answer` gives for the question, with a TTL of 0. */
export async function startDnsServer(answer: (question: DnsQuestion) => string[] | null): Promise<DnsServer> {
  const questions: DnsQuestion[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query);
    questions.push({ name, type });
    const addresses = answer({ name, type });
    if (addresses !== null)
      socket.send(respond(query.subarray(0, end), type, addresses), peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    [Symbol.asyncDispose]: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(query: Buffer): DnsQuestion & { end: number } {
  const labels: string[] = [];
  let offset = 12;
  for (let size = query.readUInt8(offset); size > 0; size = query.readUInt8(offset)) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + size));
    offset += 1 + size;
  }
  const type = query.readUInt16BE(offset + 1) === typeCodes.A ? 'A' : 'AAAA';
  return { name: labels.join('.').toLowerCase(), type, end: offset + 5 };
}

function respond(question: Buffer, type: DnsQuestion['type'], addresses: string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(typeCodes[type], 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, ...records]);
}

function ipv6Bytes(address: string): Buffer {
  const [left = '', right = ''] = address.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const zeros = Array.from({ length: 8 - groups(left).length - groups(right).length }, () => '0');
  const words = [...groups(left), ...zeros, ...groups(right)];
  return Buffer.from(words.map((word) => word.padStart(4, '0')).join(''), 'hex');
}
