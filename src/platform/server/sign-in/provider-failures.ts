import { Counter, type Registry } from 'prom-client';
import { ProviderUnreachable } from '../session/groups-source.ts';
import type { Provider } from './provider.ts';
import type { ProviderSettings } from './read-providers.ts';
import { SignInRefusal, type SignInRefusalReason } from './sign-in-refusal.ts';

/** Failures of the provider or of its entry in `campus.yaml`, not of the person. */
const faults: ReadonlySet<SignInRefusalReason> = new Set([
  'unreachable',
  'token',
  'response',
  'clock',
  'overage',
  'groups-unreadable',
]);

/** Counts the failures of each provider, at sign-ins and when groups are read again; changes nothing else. */
export function countProviderFailures(settings: ProviderSettings, metrics: Registry): ProviderSettings {
  const failures = new Counter({
    name: 'quad_provider_failures_total',
    help: 'Failures at a sign-in provider: no answer, or one that could not be used.',
    labelNames: ['provider', 'reason'],
    registers: [metrics],
  });
  const all = settings.all.map((provider) => {
    // Starts at 0, so that the first failure is an increase.
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

/** The same provider; `failed` gets what its methods reject with. */
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
