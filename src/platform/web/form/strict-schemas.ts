/**
 * Tells zod not to generate code at run time, which our Content Security Policy refuses and reports. It must be known
 * before the first schema is made, hence a module of its own that imports nothing: zod reads this setting (shared by
 * all its copies) from the global object, and pages without a form need not load zod for it. Same as
 * `z.config({ jitless: true })`.
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true };
