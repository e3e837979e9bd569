import type { WifiGuide } from '../contract.ts';
import { guessSystem } from './guess-system.ts';
import styles from './how-to-join.module.css';

/** The rules, and the steps for each system; those of this device are open. */
export function HowToJoin({ guide: { devices, rules, systems } }: { guide: WifiGuide }) {
  const own = guessSystem(
    navigator.userAgent,
    systems.map(({ name }) => name),
  );
  return (
    <div className={styles.columns} data-no-print>
      {systems.length > 0 && (
        <section>
          <h2>How to join</h2>
          {systems.map(({ name, steps }) => (
            <details key={name} className={styles.system} open={name === own}>
              <summary>{name}</summary>
              <ol>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </details>
          ))}
        </section>
      )}
      <section>
        <h2>Rules</h2>
        <ul className={styles.rules}>
          {rules.length === 0 && (
            <li>Up to {devices} devices can use your key at the same time. Don't share it.</li>
          )}
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
