import path from 'node:path';
import type { Assembled } from '../platform/server/assembly/assemble.ts';
import type { Environment } from '../platform/server/settings/environment.ts';
import { demoEmail, demoPeople } from '../platform/server/sign-in/demo/demo-people.ts';

/** Tells the person at the terminal, if there is one, what a start is doing. */
export function sayProgress({ logTo }: Environment, sentence: string): void {
  if (logTo !== '-') process.stdout.write(`${sentence}\n`);
}

/** Tells the person at the terminal that Quad is ready, whom to sign in as, where things are, and how to stop it. */
export function announce(environment: Environment, quad: Assembled): void {
  const lines = [`Quad is ready at ${environment.publicUrl}`];
  if (quad.demo) {
    const people = demoPeople.flatMap((section) => section.people);
    const width = Math.max(...people.map((person) => demoEmail(person).length));
    lines.push('', 'Sign in as one of the demo people:');
    for (const person of people) {
      const groups = person.groups.join(', ') || 'no groups';
      lines.push(`  ${demoEmail(person).padEnd(width)}  ${person.name} (${groups})`);
    }
  }
  const { logTo, databaseUrl, dataFolder } = environment;
  if (logTo !== '-') {
    lines.push('', `${databaseUrl === null ? 'Data ' : 'Files'}  ${fromHere(dataFolder)}`);
    lines.push(`Log    ${fromHere(logTo)}`, 'Stop   Ctrl-C');
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** As a person would type it, if that is shorter. */
function fromHere(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? path.resolve(file) : `./${relative}`;
}
