import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail, inProject, isAlive, readText, say } from './project.mjs';

const lockDir = inProject('.cache');
const waitMsMax = 10 * 60 * 1000;
const pollMs = 250;
const readOnly = ['EACCES', 'EPERM', 'EROFS'];

function tryLock(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = Number(readText(lockFile));
  // An empty file is a lock that is being written.
  if (holder > 0 && !isAlive(holder)) rmSync(lockFile, { force: true });
  return false;
}

/** Whether this user may write in the folder of the locks. */
function canLock() {
  try {
    mkdirSync(lockDir, { recursive: true });
    accessSync(lockDir, constants.W_OK);
    return true;
  } catch (error) {
    if (readOnly.includes(error.code)) return false;
    throw error;
  }
}

/**
 * Keeps `npm start` and `npm test` in one folder from installing or building at the same time. Steps for which others
 * need not wait use a lock with another name.
 */
export async function withSetupLock(work, name = 'setup') {
  const lockFile = path.join(lockDir, `${name}.lock`);
  // The user of a service may only read its code, so that it can neither install nor build: it needs no lock.
  if (!canLock()) return work();
  const deadlineMs = Date.now() + waitMsMax;
  let told = false;
  while (!tryLock(lockFile)) {
    if (!told) say('Another command is installing or building in this folder. Waiting for it ...');
    told = true;
    if (Date.now() > deadlineMs)
      fail(
        `Another command has held ${lockFile} for too long. If no other command is running, delete the file.`,
      );
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
