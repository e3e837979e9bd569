import { z } from 'zod';

/** An empty variable is one that was left out. */
const variable = z
  .string()
  .trim()
  .optional()
  .transform((value) => (value === '' ? undefined : value));

/** The name of a field in the documents. */
const field = z.string().regex(/^[A-Za-z0-9_.@-]{1,200}$/, 'Write the name of a field, such as user.email.');

/** Plain http is for this machine itself. */
function isSafe(address: string | undefined): boolean {
  if (address === undefined) return true;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname));
}

export const searchReportSettings = {
  campus: z.strictObject({
    /** How long the portal remembers who signed in when. */
    keepSignInsDays: z.int().min(30).max(3_650).default(400),
    /** Where Elasticsearch or OpenSearch has the sign-ins, if `QUAD_ELASTIC_URL` names one. */
    index: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_.*,-]{0,200}$/, 'Write the name of an index, such as logs-azure.signinlogs-*.')
      .default('logs-azure.signinlogs-*'),
    fields: z
      .strictObject({ principal: field, domain: field })
      .default({ principal: 'azure.signinlogs.properties.user_principal_name', domain: 'user.domain' }),
  }),
  environment: z
    .object({
      /** Elasticsearch or OpenSearch. Without it, reports are about sign-ins to the portal. */
      QUAD_ELASTIC_URL: variable
        .transform((value) => value?.replace(/[/]+$/, ''))
        .refine(
          isSafe,
          'Write an address that begins with https://. Otherwise, the key would be sent unencrypted.',
        ),
      QUAD_ELASTIC_API_KEY: variable,
      QUAD_ELASTIC_USER: variable,
      QUAD_ELASTIC_PASSWORD: variable,
    })
    .refine(
      ({ QUAD_ELASTIC_USER: user, QUAD_ELASTIC_PASSWORD: password }) =>
        (user === undefined) === (password === undefined),
      {
        path: ['QUAD_ELASTIC_PASSWORD'],
        error: 'QUAD_ELASTIC_USER and QUAD_ELASTIC_PASSWORD belong together: set both.',
      },
    )
    .refine(
      ({ QUAD_ELASTIC_USER: user, QUAD_ELASTIC_API_KEY: key }) => user === undefined || key === undefined,
      { path: ['QUAD_ELASTIC_USER'], error: 'Set an API key, or a name with a password. Both are set.' },
    ),
};

export type SearchReportCampus = z.output<typeof searchReportSettings.campus>;
export type SearchReportEnvironment = z.output<typeof searchReportSettings.environment>;
