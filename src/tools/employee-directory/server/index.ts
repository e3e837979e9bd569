import { z } from 'zod';
import { loadPhotoLibrary } from '../../../platform/server/photo/photo.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { employeeDirectoryCalls } from '../contract.ts';
import { employeeDirectorySettings } from '../settings.ts';
import { employeeDirectory } from '../tool.ts';
import { createTellPerson } from './change-by-it.ts';
import { createSendCorrection } from './corrections.ts';
import { employeeDirectoryFinds } from './finds.ts';
import { photosOf } from './readings.ts';
import { createRetention } from './retention.ts';
import { employeeDirectoryRoutes } from './routes.ts';
import { employeePagesSeed } from './seed.ts';
import type { EmployeeDirectory } from './services.ts';

export const employeeDirectoryServer = defineServerTool({
  tool: employeeDirectory,
  calls: employeeDirectoryCalls,
  settings: employeeDirectorySettings,
  seed: employeePagesSeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus }) {
    if (campus.shows.includes('photo')) await loadPhotoLibrary();
    const { product, supportContact } = platform.campus;
    const maintainers = Object.entries(campus.maintainers);
    const services: EmployeeDirectory = {
      shows: new Set(campus.shows),
      maintainers: new Map(maintainers.map(([department, email]) => [department.toLowerCase(), email])),
      // It may be a phone number or a sentence.
      support: z.email().safeParse(supportContact).data ?? null,
      throttle: platform.throttle,
    };
    return {
      routes: employeeDirectoryRoutes(services),
      personPhotos: photosOf(services),
      finds: employeeDirectoryFinds(services, platform.reader),
      jobs: [
        createSendCorrection({ ...platform, product, directory: services }),
        createTellPerson(platform),
        createRetention(platform),
      ],
    };
  },
});
