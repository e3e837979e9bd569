import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { readRows } from '../../../platform/server/db/database.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { makeDemoLeaver } from '../../../platform/server/tool/demo-leaver.ts';
import type { Platform, Seed, SeedRequest } from '../../../platform/server/tool/server-tool.ts';
import { auditFile } from './audit.ts';
import { makeCsv, makeDocx, makePdf } from './demo-documents.ts';
import { type DemoFile, demoFiles } from './demo-files.ts';
import { pathOfFile } from './filepath.ts';
import { foldedGroups } from './groups.ts';
import { fileTables } from './queries.ts';

export const filesSeed: Seed = {
  what: 'files of departments, committees and automations, each with a small document',
  demoCount: demoFiles.length,
  async isFilled({ reader }) {
    return (await readRows(reader, sql`select from files limit 1`)).length > 0;
  },
  async run({ platform, count, random }: SeedRequest) {
    const taken = await readRows(
      platform.reader,
      sql<{ total: number }>`select count(*) as total from files`,
    );
    const first = taken[0]?.total ?? 0;
    for (let index = 0; index < count; index += 1) {
      const demo = demoFiles[(first + index) % demoFiles.length];
      if (demo === undefined) return;
      const round = Math.floor((first + index) / demoFiles.length);
      const name = round === 0 ? demo.name : demo.name.replace(/(\.\w+)$/, ` (${round + 1})$1`);
      const isLeavers = first + index < filesOfLeaver;
      await addFile(platform, { ...demo, name }, { isLeavers, daysOld: Math.floor(random() * 300) });
    }
  },
};

/** The first ones were published by someone who has left since. */
const filesOfLeaver = 2;

async function addFile(
  platform: Platform,
  demo: DemoFile,
  { isLeavers, daysOld }: { isLeavers: boolean; daysOld: number },
): Promise<void> {
  const upload = await platform.files.store(await contentOf(demo), demo.name);
  const createdAt = new Date(Date.now() - daysOld * 86_400_000 - 3_600_000);
  const { owner_type, department, committee } = demo.owner;
  const by = 'Demo data';
  const row = {
    id: uuid(),
    original_filename: demo.name,
    folded_filename: foldCase(demo.name),
    filepath: pathOfFile(
      { ownerType: owner_type, department: department ?? '', committee: committee ?? '' },
      demo.name,
    ),
    ...demo.owner,
    content_type: demo.contentType,
    groups: [...demo.groups],
    folded_groups: foldedGroups(demo.groups),
    networks: demo.onCampus === true ? ['10.0.0.0/8'] : [],
    automation_managed: owner_type === 'Automation',
    current_version: 1,
    last_version: 1,
    created_at: createdAt,
    created_by_id: isLeavers ? await leaverOf(platform) : uuid(),
    created_by: by,
    kept_by_id: null,
    updated_at: createdAt,
    ended: null,
    ended_at: null,
    ended_by: null,
    before_deletion: null,
    retires_at: null,
    retirement_noticed_at: null,
  };
  await platform.change.changeAsSystem(by)(async (unit) => {
    unit.demand(byPermission);
    const { contentType: media_type, bytes } = upload;
    const stored_name = await upload.adopt(unit);
    const tables = fileTables(unit.transaction);
    await tables.insertInto('files').values(row).execute();
    const version = { id: uuid(), file_id: row.id, number: 1, created_at: createdAt, created_by: by };
    await tables
      .insertInto('file_versions')
      .values({ ...version, stored_name, media_type, bytes })
      .execute();
    auditFile(unit, 'upload', row.id, null, row);
  });
}

const sample = 'This is made-up content of the demo college.';

async function contentOf({ name, owner }: DemoFile): Promise<Buffer> {
  const title = name.replace(/\.\w+$/, '');
  const source = owner.department ?? owner.committee ?? owner.owner_type;
  if (name.endsWith('.csv')) {
    const rows = Array.from({ length: 12 }, (_row, index) => [
      `${title.split(',')[0]} ${index + 1}`,
      `${(index * 37) % 90}`,
    ]);
    return makeCsv([['name', 'value'], ...rows]);
  }
  if (name.endsWith('.docx')) return makeDocx([title, `Sawtooth College, ${source}`, sample]);
  if (name.endsWith('.png')) return drawPicture(title);
  return makePdf(title, [`Sawtooth College, ${source}`, sample]);
}

async function drawPicture(title: string): Promise<Buffer> {
  const safe = title.replace(/[<&]/g, ' ');
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#eef3f0"/><rect x="40" y="90" width="240" height="220" fill="none" stroke="#1b564a" stroke-width="6"/><rect x="330" y="90" width="270" height="100" fill="none" stroke="#1b564a" stroke-width="6"/><text x="40" y="60" font-size="28" font-family="sans-serif" fill="#1b2b26">${safe}</text></svg>`;
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

function leaverOf({ unaudited }: Platform): Promise<string> {
  return unaudited('demo data').transaction().execute(makeDemoLeaver);
}
