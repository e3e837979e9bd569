import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { passwordReset } from '../tool.ts';

export const passwordResetWeb = defineWebTool(passwordReset, {
  form: () => import('./reset-screen.tsx'),
  newPassword: () => import('./new-password-screen.tsx'),
  own: () => import('./own-password-screen.tsx'),
  attempts: () => import('./attempts-screen.tsx'),
  exclusions: () => import('./exclusions-screen.tsx'),
  eligibility: () => import('./eligibility-screen.tsx'),
  desk: () => import('./desk-screen.tsx'),
  facts: () => import('./facts-screen.tsx'),
});
