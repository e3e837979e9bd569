import type { Socket } from 'node:net';
import { BerReader, BerWriter, ProtocolOperation } from 'ldapts';
import { LdapFailure } from './ldap-failure.ts';

const startTlsName = '1.3.6.1.4.1.1466.20037';
const messageId = 1;
/** The response has only a few words. */
const longestResponse = 4_096;

/**
 * Asks the server to continue with TLS on this connection (RFC 4511, section 4.14). Nothing may follow its response
 * unencrypted: whatever a stranger slips in there would later be taken for a response within TLS.
 * @throws LdapFailure
 */
export async function askForTls(socket: Socket): Promise<void> {
  const response = readResponse(socket);
  socket.write(request());
  const { received, reader } = await response;
  try {
    const end = reader.offset + reader.length;
    const id = reader.readInt();
    reader.readSequence(ProtocolOperation.LDAP_RES_EXTENSION);
    const result = reader.readEnumeration();
    if (id !== messageId || result !== 0) throw new LdapFailure('STARTTLS_REFUSED', { result: result ?? 0 });
    if (received.length !== end) throw new LdapFailure('STARTTLS_SURPLUS');
  } catch (error) {
    throw error instanceof LdapFailure ? error : new LdapFailure('STARTTLS_UNREADABLE');
  }
}

function request(): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(messageId);
  writer.startSequence(ProtocolOperation.LDAP_REQ_EXTENSION);
  writer.writeString(startTlsName, 0x80);
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

/** Reads until one message is complete. */
function readResponse(socket: Socket): Promise<{ received: Buffer; reader: BerReader }> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const finish = (settle: () => void) => {
      socket.off('data', take).off('close', lost);
      // Until TLS takes over, whatever comes stays in the buffer of the system.
      socket.pause();
      settle();
    };
    const lost = () => finish(() => reject(new LdapFailure('ECONNRESET')));
    const take = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const reader = new BerReader(received);
      try {
        const isStarted = reader.readSequence() !== null;
        if (isStarted && reader.remain >= reader.length) finish(() => resolve({ received, reader }));
        else if (received.length > longestResponse) throw new Error('too long');
      } catch {
        finish(() => reject(new LdapFailure('STARTTLS_UNREADABLE')));
      }
    };
    socket.on('data', take).on('close', lost);
  });
}
