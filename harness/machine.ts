import { execFileSync } from 'node:child_process';
import os from 'node:os';

/** What the figures were measured on. */
export function describeMachine() {
  const [processor] = os.cpus();
  return {
    cores: os.availableParallelism(),
    processor: processor?.model.trim() ?? 'unknown',
    memoryGigabytes: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
    node: process.version,
    /** Above the number of cores, something else was running, too. */
    loadBefore: os.loadavg()[0] ?? 0,
  };
}

/** Whether a command exists here. */
export function hasCommand(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
