import { defineTool } from '../../platform/contract/tool.ts';
import { listTokens } from './contract.ts';

export const serviceTokens = defineTool({
  id: 'service-tokens',
  title: 'Service Tokens',
  permissions: {
    'service-tokens.manage': 'See, create, and revoke service tokens.',
  },
  screens: {
    tokens: {
      path: '/departments/information-technology/service-tokens',
      title: 'Service Tokens',
      lead: 'Let a script or another system use the portal, and see when it last did.',
      access: 'service-tokens.manage',
      keywords: ['automation', 'API', 'bearer', 'script', 'integration', 'curl'],
      reads: [listTokens],
    },
  },
  tiles: [
    {
      place: '/departments/information-technology',
      screen: 'tokens',
      title: 'Service Tokens',
      about: 'Let a script or another system use the portal, and see when it last did.',
      icon: 'token',
      group: 'it',
    },
  ],
});
