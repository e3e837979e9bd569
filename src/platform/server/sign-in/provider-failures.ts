import { Counter, type Registry } from 'prom-client';
import { ProviderUnreachable } from '../session/groups-source.ts';
import type { Provider } from './provider.ts';
import type { ProviderSettings } from './read-providers.ts';
import { SignInRefusal, type SignInRefusalReason } from './sign-in-refusal.ts';

/** What lies with the provider or with its entry in `campus.yaml`, and not with the person. */
const faults: ReadonlySet<SignInRefusalReason> = new Set([
  'unreachable',
  'token',
  'clock',
  'overage',
  'groups-unreadable',
]);

/** Counts what fails at each provider, at sign-ins as well as when groups are read again, and changes nothing else. */
export function countProviderFailures(settings: ProviderSettings, metrics: Registry): ProviderSettings {
  const failures = new Counter({
    name: 'quad_provider_failures_total',
    help: 'Failures at a sign-in provider: no answer, or one that could not be used.',
    labelNames: ['provider', 'reason'],
    registers: [metrics],
  });
  const all = settings.all.map((provider) => {
    // From 0 on, so that the first failure is an increase.
    failures.inc({ provider: provider.name, reason: 'unreachable' }, 0);
    return watch(provider, (error) => {
      const reason = faultOf(error);
      if (reason !== null) failures.inc({ provider: provider.name, reason });
    });
  });
  return { ...settings, all, find: (name) => all.find((provider) => provider.name === name) };
}

function faultOf(error: unknown): SignInRefusalReason | null {
  if (error instanceof ProviderUnreachable) return 'unreachable';
  return error instanceof SignInRefusal && faults.has(error.reason) ? error.reason : null;
}

/** The same provider; `failed` hears what its methods reject with. */
function watch(provider: Provider, failed: (error: unknown) => void): Provider {
  return new Proxy(provider, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...words: unknown[]) => {
        try {
          return await value.apply(target, words);
        } catch (error) {
          failed(error);
          throw error;
        }
      };
    },
  });
}
