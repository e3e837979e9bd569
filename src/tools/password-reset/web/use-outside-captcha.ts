import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ResetForm } from '../contract.ts';
import type { SolvedCaptcha } from './use-altcha.ts';

type Kind = Exclude<ResetForm['captcha']['kind'], 'altcha'>;

/** What the scripts of all three services offer. */
interface Widgets {
  render(
    holder: HTMLElement,
    options: {
      sitekey: string;
      theme: 'light' | 'dark';
      callback: (value: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): string | number;
  reset(widget: string | number): void;
  /** For reCAPTCHA, whose script loads a second one. */
  ready?(work: () => void): void;
}

const services: Readonly<Record<Kind, { script: string; name: string }>> = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    name: 'turnstile',
  },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit', name: 'hcaptcha' },
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js?render=explicit', name: 'grecaptcha' },
};

export interface OutsideCaptcha extends SolvedCaptcha {
  /** Where the service draws its widget. */
  holder: RefObject<HTMLDivElement | null>;
}

/** The widget of a captcha service. Its script is loaded with this form, and on no other page. */
export function useOutsideCaptcha(kind: Kind, siteKey: string): OutsideCaptcha {
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ widgets: Widgets; widget: string | number } | null>(null);
  const [value, setValue] = useState<string | null>(null);
  const [state, setState] = useState<SolvedCaptcha['state']>('working');
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt renders it again
  useEffect(() => {
    let isGone = false;
    const become = (next: SolvedCaptcha['state'], solved: string | null) => {
      if (isGone) return;
      setState(next);
      setValue(solved);
    };
    load(kind)
      .then((widgets) => {
        if (isGone || holder.current === null) return;
        const place = document.createElement('div');
        holder.current.replaceChildren(place);
        const widget = widgets.render(place, {
          sitekey: siteKey,
          theme: document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light',
          callback: (solved) => become('solved', solved),
          'expired-callback': () => become('idle', null),
          'error-callback': () => become('failed', null),
        });
        drawn.current = { widgets, widget };
        become('idle', null);
      })
      .catch(() => become('failed', null));
    return () => {
      isGone = true;
      drawn.current = null;
    };
  }, [kind, siteKey, attempt]);

  const startOver = useCallback(() => {
    setValue(null);
    if (drawn.current === null) return setAttempt((count) => count + 1);
    setState('idle');
    drawn.current.widgets.reset(drawn.current.widget);
  }, []);
  return { value, state, start: () => undefined, startOver, holder };
}

function load(kind: Kind): Promise<Widgets> {
  const { script, name } = services[kind];
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = script;
    element.async = true;
    element.addEventListener('error', () => reject(new Error('The captcha script did not load.')));
    element.addEventListener('load', () => {
      const widgets = (window as unknown as Record<string, Widgets | undefined>)[name];
      if (widgets === undefined) return reject(new Error('The captcha script is a different one.'));
      if (widgets.ready === undefined) resolve(widgets);
      else widgets.ready(() => resolve(widgets));
    });
    document.head.append(element);
  });
}
