/**
 * What PostgreSQL says about itself: connections, passwords, transactions, permissions, unknown names,
 * limits. Other messages may quote a value that someone sent (class 22 of Appendix A in its message, 23 in
 * its detail).
 */
const aboutItself = /^(08|25|28|3D|40|42|53|55|57|58)/;
/** The parts of a violation that name things of ours, and never a value. */
const places = ['schema', 'table', 'column', 'dataType', 'constraint', 'routine'] as const;

/** An error as the log has it: nothing in it says what a person wrote or who they are. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) };
  const code = 'code' in error ? String(error.code) : undefined;
  const message = withoutAddresses(error.message);
  const stack = error.stack === undefined ? undefined : withoutAddresses(error.stack);
  if (!isPostgresError(error)) return { type: error.name, message, code, stack };
  const named = Object.fromEntries(
    places.flatMap((place) => (typeof error[place] === 'string' ? [[place, error[place]]] : [])),
  );
  if (aboutItself.test(String(code))) {
    return { type: error.name, message, code, ...named, stack };
  }
  return {
    type: error.name,
    message: 'PostgreSQL rejected a statement. Its message may quote a value, so it is left out.',
    code,
    ...named,
    stack: framesOf(error),
  };
}

/** The same for a line on the terminal. */
export function sayError(error: unknown): string {
  const { message, stack = message, code, table, column, constraint } = describeError(error);
  if (!(error instanceof Error) || !isPostgresError(error)) return String(stack);
  const parts = Object.entries({ code, table, column, constraint }).filter(
    ([, value]) => value !== undefined,
  );
  return `${message} (${parts.map(([name, value]) => `${name} ${value}`).join(', ')})\n${stack}`;
}

type PostgresError = Error & Partial<Record<(typeof places)[number], unknown>>;

/** By its members rather than its class: pg-boss copies errors into plain objects. */
function isPostgresError(error: Error): error is PostgresError {
  return 'severity' in error && 'code' in error;
}

/** A stack begins with the message. */
function framesOf({ stack = '', message }: Error): string {
  const end = message === '' ? -1 : stack.lastIndexOf(message);
  return end < 0 ? '' : stack.slice(end + message.length).trimStart();
}

/** Servers repeat addresses in their errors. Not the `@` of a package in a stack, which follows a slash. */
function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),:;[\]/\\@]{1,64}@[^\s<>"'(),:;[\]/\\@]{1,255}/g, '(address)');
}
