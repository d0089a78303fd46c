// Starts a real PDS with its directory, on loopback. Prints one JSON line when it is ready, and ends when its input is
// closed.
import { createHmac, randomBytes } from 'node:crypto';
import { TestNetworkNoAppView } from '@atproto/dev-env';

/** The documents of clients, by the URL at which the server would read them. The server has no other network access. */
const clients = JSON.parse(process.env.PDS_CLIENTS ?? '{}');
const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const document = clients[input instanceof Request ? input.url : String(input)];
  return document === undefined ? fetch(input, init) : Promise.resolve(Response.json(document));
};

const jwtSecret = randomBytes(16).toString('hex');
const network = await TestNetworkNoAppView.create({ pds: { jwtSecret } });

const segment = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the token that the server would have issued three hours earlier. Only the server's key can sign one. */
function expired(jwt) {
  const [header, payload] = jwt.split('.').map((part) => Buffer.from(part, 'base64url'));
  const past = Math.floor(Date.now() / 1000) - 3 * 60 * 60;
  const unsigned = `${header.toString('base64url')}.${segment({ ...JSON.parse(payload), iat: past, exp: past + 7200 })}`;
  return `${unsigned}.${createHmac('sha256', jwtSecret).update(unsigned).digest('base64url')}`;
}

async function createAccount(name) {
  const handle = `${name}.test`;
  const agent = network.pds.getClient();
  const password = randomBytes(12).toString('hex');
  const { data: account } = await agent.com.atproto.server.createAccount({
    handle,
    email: `${name}@example.com`,
    password,
  });
  const headers = { authorization: `Bearer ${account.accessJwt}` };
  const { data: app } = await agent.com.atproto.server.createAppPassword(
    { name: 'punctual' },
    { headers, encoding: 'application/json' },
  );
  const { data: session } = await agent.com.atproto.server.createSession({
    identifier: handle,
    password: app.password,
  });
  return {
    did: account.did,
    handle,
    password,
    appPassword: app.password,
    expiredAccessJwt: expired(session.accessJwt),
  };
}

const accounts = [await createAccount('alice'), await createAccount('bob')];
process.stdout.write(`${JSON.stringify({ url: network.pds.url, plcUrl: network.plc.url, accounts })}\n`);

const stop = async () => {
  await network.close();
  process.exit(0);
};
process.stdin.on('end', stop).resume();
process.once('SIGTERM', stop);
