// The limit of a redirect and of a start: plain Fastify, responding 302 from a map. In JavaScript, so that
// not even stripping types slows it down. Arguments: the port and a JSON file of names and targets.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const [, , port = '0', file = ''] = process.argv;
const targets = new Map(JSON.parse(readFileSync(file, 'utf8')));

const app = Fastify();
app.get('/r/:name', (request, reply) => {
  const target = targets.get(request.params.name);
  if (target === undefined) return reply.code(404).send();
  return reply.code(302).header('location', target).send();
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
console.log('The bare server is ready');
process.on('SIGINT', () => process.exit(0));
