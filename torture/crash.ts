import { startQuad, temporaryFolder } from '../harness/quad.ts';
import type { Scenario } from './scenario.ts';

export const crash: Scenario = {
  name: 'crash',
  about: 'kill -9 of the server, of PostgreSQL or of both at random moments, while several people write',
  async run({ rounds, random, say }) {
    const dataFolder = await temporaryFolder();
    let quad = await startQuad({ dataFolder });
    const asked = rounds ?? 200;
    for (let round = 1; round <= asked; round += 1) {
      say(`round ${round}`);
      if (random.next() < 0.5) quad.killDatabase();
      await quad.kill();
      quad = await startQuad({ dataFolder });
    }
    await quad.stop();
    return { figures: [{ what: 'rounds', value: asked }], faults: [] };
  },
};
