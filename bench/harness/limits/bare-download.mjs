// What Node alone reaches when it sends a file, in 1 MB pieces. Arguments: the port and the file.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , port = '0', file = ''] = process.argv;
const { size } = statSync(file);

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-length': size });
  createReadStream(file, { highWaterMark: 1024 * 1024 }).pipe(response);
});
server.listen(Number(port), '127.0.0.1', () => console.log('The bare server is ready'));
process.on('SIGINT', () => process.exit(0));
