import { spawn } from 'node:child_process';

/** Starts the program with which the system opens URLs. Returns whether there is one. */
export function openInBrowser(url: string): Promise<boolean> {
  const [program, ...args] = openerOf(process.platform);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => {
      resolve(false);
    });
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/** Returns a program that opens URLs. It runs without a shell, which could take the URL for more than an argument. */
function openerOf(platform: NodeJS.Platform): [program: string, ...args: string[]] {
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      return ['xdg-open'];
  }
}
