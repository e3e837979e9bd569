import type { Assembled } from '../platform/server/assembly/assemble.ts';
import type { Environment } from '../platform/server/settings/environment.ts';
import { demoEmail, demoPeople } from '../platform/server/sign-in/demo/demo-people.ts';

/** Tells the person at the terminal that Quad stands, and who can be tried. */
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
  process.stdout.write(`${lines.join('\n')}\n`);
}
