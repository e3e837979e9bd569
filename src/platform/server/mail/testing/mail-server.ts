import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail server that keeps what it gets, and refuses what a test asks it to. */
export async function startMailServer(
  options: {
    port?: number;
    refuse?: (to: string, times: number) => number | undefined;
    /** Larger emails are refused, once they have arrived. */
    mostBytes?: number;
  } = {},
) {
  const emails: { to: string; content: string }[] = [];
  const asked = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const times = (asked.get(address) ?? 0) + 1;
      asked.set(address, times);
      const code = options.refuse?.(address, times);
      done(
        code === undefined ? null : Object.assign(new Error(`no ${address} here`), { responseCode: code }),
      );
    },
    onData(stream, session, done) {
      let content = '';
      stream.on('data', (piece: Buffer) => (content += piece.toString('utf8')));
      stream.on('end', () => {
        if (content.length > (options.mostBytes ?? Number.POSITIVE_INFINITY))
          return done(Object.assign(new Error('5.3.4 Message too big'), { responseCode: 552 }));
        for (const { address } of session.envelope.rcptTo) emails.push({ to: address, content });
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The mail server has no port.');
  return { url: `smtp://127.0.0.1:${address.port}`, emails, asked };
}
