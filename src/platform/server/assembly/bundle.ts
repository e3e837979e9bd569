import type { FastifyInstance } from 'fastify';
import type { DeclaredScreen } from '../pages/screens.ts';

/** Where the shell's page comes from: the built bundle, or a server that reloads during development. */
export interface Bundle {
  template(): string;
  preload(screen: DeclaredScreen): readonly string[];
  /** Adds the routes of its files. */
  serve(app: FastifyInstance): Promise<void>;
}
