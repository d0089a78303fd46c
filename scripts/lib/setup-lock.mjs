import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fail, inProject, isAlive, readText, say } from './project.mjs';

const lockDir = inProject('.cache');
const lockFile = inProject('.cache', 'setup.lock');
const waitMsMax = 10 * 60 * 1000;
const pollMs = 250;

function tryLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = Number(readText(lockFile));
  // An empty file is a lock being written at this moment.
  if (holder > 0 && !isAlive(holder)) rmSync(lockFile, { force: true });
  return false;
}

/** Keeps `npm start` and `npm test` in one folder from installing or building over each other. */
export async function withSetupLock(work) {
  mkdirSync(lockDir, { recursive: true });
  const deadlineMs = Date.now() + waitMsMax;
  let told = false;
  while (!tryLock()) {
    if (!told) say('Another command is setting up this folder; waiting for it ...');
    told = true;
    if (Date.now() > deadlineMs)
      fail(`Another set-up has held ${lockFile} for too long; remove the file if nothing runs.`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}
