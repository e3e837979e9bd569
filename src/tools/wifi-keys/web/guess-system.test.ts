import { expect, test } from 'vitest';
import { guessSystem } from './guess-system.ts';

const names = ['iPhone and iPad', 'Android', 'Windows', 'macOS', 'Chromebook', 'Consoles and TVs'];

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15', 'iPhone and iPad'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36', 'Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macOS'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', 'Chromebook'],
  ['Mozilla/5.0 (X11; Linux x86_64)', undefined],
])('%s opens the steps for %s', (agent, name) => expect(guessSystem(agent, names)).toBe(name));
