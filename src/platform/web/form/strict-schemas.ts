/**
 * Keeps zod from generating code at run time, which our Content Security Policy refuses and reports. It must be set
 * before the first schema is made, so this module imports nothing. zod reads this setting (shared by all its copies)
 * from the global object, so that pages without a form need not load zod for it. Same as `z.config({ jitless: true })`.
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true };
