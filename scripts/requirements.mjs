// Imported first by every script: says in one sentence what is missing before anything else can fail in an
// odd way. Keep its syntax old enough for the Node versions that it rejects.
const [major] = process.versions.node.split('.').map(Number);
const broughtAlong = process.platform === 'linux' && process.arch === 'x64';

if (major < 20) {
  refuse(
    `Quad needs Node 20 or newer, this is Node ${process.versions.node}: install a newer one and try again.`,
  );
}
if (!broughtAlong && !(major >= 24 && process.env.DATABASE_URL)) {
  refuse(
    `Quad comes with a runtime and a database for Linux on x64 only; on ${process.platform} ${process.arch} ` +
      'it needs Node 24 or newer and a PostgreSQL 15 or newer in DATABASE_URL (postgres://user:password@host/database).',
  );
}

/** Ends the program with one sentence. */
export function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Whether packages with the runtime and the database exist for this system. */
export { broughtAlong };
