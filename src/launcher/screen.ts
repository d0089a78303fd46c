const barWidth = 28;
const plainStepPercent = 25;
const mebibyte = 1024 * 1024;

/** The terminal output: short lines, and one updating line for a download. */
export interface Screen {
  isTty: boolean;
  line: (text: string) => void;
  note: (text: string) => void;
  warn: (text: string) => void;
  startProgress: (label: string, bytesTotal: number | undefined) => Progress;
}

export interface Progress {
  add: (bytes: number) => void;
  end: () => void;
}

export interface ScreenOutput {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

const codes = { dim: 2, red: 31, green: 32, yellow: 33, cyan: 36, bold: 1 } as const;
export type Paint = (style: keyof typeof codes, text: string) => string;

export function createPaint(isColored: boolean): Paint {
  return (style, text) => (isColored ? `\u001B[${codes[style]}m${text}\u001B[0m` : text);
}

export function createScreen(output: ScreenOutput = process.stdout): Screen {
  const isTty = output.isTTY === true;
  const paint = createPaint(isTty);
  const write = (text: string): void => {
    output.write(`${text}\n`);
  };
  return {
    isTty,
    line: write,
    note: (text) => {
      write(`  ${paint('dim', text)}`);
    },
    warn: (text) => {
      write(`  ${paint('yellow', text)}`);
    },
    startProgress: (label, bytesTotal) =>
      isTty ? movingBar(output, label, bytesTotal) : plainLines(write, label, bytesTotal),
  };
}

function movingBar(output: ScreenOutput, label: string, bytesTotal: number | undefined): Progress {
  let bytes = 0;
  const draw = (): void => {
    const filled = bytesTotal === undefined ? 0 : Math.round((bytes / bytesTotal) * barWidth);
    const bar = '█'.repeat(Math.min(filled, barWidth)).padEnd(barWidth, '░');
    const size = bytesTotal === undefined ? `${mib(bytes)} MiB` : `${mib(bytes)} of ${mib(bytesTotal)} MiB`;
    output.write(`\r  ${label} ${bar} ${size}`);
  };
  draw();
  return {
    add: (more) => {
      bytes += more;
      draw();
    },
    end: () => {
      output.write('\n');
    },
  };
}

function plainLines(write: (text: string) => void, label: string, bytesTotal: number | undefined): Progress {
  let bytes = 0;
  let percentSaid = 0;
  write(`  ${label}${bytesTotal === undefined ? '' : ` (${mib(bytesTotal)} MiB)`} ...`);
  return {
    add: (more) => {
      bytes += more;
      const percent = bytesTotal === undefined ? 0 : Math.floor((bytes / bytesTotal) * 100);
      if (percent < percentSaid + plainStepPercent) return;
      percentSaid = percent;
      write(`  ${label}: ${percent} %`);
    },
    end: () => undefined,
  };
}

const mib = (bytes: number): string => (bytes / mebibyte).toFixed(0);
