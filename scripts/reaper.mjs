// Ends child processes after their parent was killed. It receives the id of every process that the parent starts, and
// ends those that still run when its stdin closes, which happens even if the parent is killed with SIGKILL.
import { createInterface } from 'node:readline';

const graceMs = 4000;
const pollMs = 50;
const signalByPid = new Map();

// A Ctrl-C or a closed terminal is meant for the parent. The end of stdin shows that it is gone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

function send(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const { pid, signal } = JSON.parse(line);
  if (signal === null) signalByPid.delete(pid);
  else signalByPid.set(pid, signal);
});
lines.on('close', () => {
  for (const [pid, signal] of signalByPid) send(pid, signal);
  const deadlineMs = Date.now() + graceMs;
  const timer = setInterval(() => {
    const alive = [...signalByPid.keys()].filter((pid) => send(pid, 0));
    if (alive.length > 0 && Date.now() < deadlineMs) return;
    for (const pid of alive) send(pid, 'SIGKILL');
    clearInterval(timer);
    process.exit(0);
  }, pollMs);
});
