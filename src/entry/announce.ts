import type { Assembled } from '../platform/server/assembly/assemble.ts';
import type { Environment } from '../platform/server/settings/environment.ts';
import { demoPeople } from '../platform/server/sign-in/demo/demo-people.ts';

/** Tells the person at the terminal that Quad stands, and who can be tried. */
export function announce(environment: Environment, quad: Assembled): void {
  const lines = [`Quad is ready at ${environment.publicUrl}`];
  if (quad.demo) {
    const width = Math.max(...demoPeople.map(({ email }) => email.length));
    lines.push('', 'Sign in as one of the demo people:');
    for (const { email, name, groups } of demoPeople) {
      lines.push(`  ${email.padEnd(width)}  ${name} (${groups.join(', ') || 'no groups'})`);
    }
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
