import { Button } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { homeWords } from '../../contract/shell-screens.ts';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { AppLink } from '../routes/link.tsx';
import { pageData } from '../session/page-data.ts';
import { SignInHelp } from './sign-in-help.tsx';

/** Apart from the shell, which is loaded by every page; the first paint keeps its place. */
const CourtyardDrawing = lazyPart(async () => (await import('./courtyard-drawing.tsx')).CourtyardDrawing);

/** Home for visitors who have not signed in. */
export function WelcomeHero() {
  return (
    <section className="quad-hero">
      <div className="quad-hero-words">
        <p className="quad-hero-greeting">{pageData.campus.college}</p>
        <h1 tabIndex={-1} className="quad-hero-title">
          {homeWords.title}
        </h1>
        <p className="quad-hero-lead">{homeWords.visitor}</p>
        <Button
          size="lg"
          rightSection={<ArrowRight size={20} aria-hidden="true" />}
          renderRoot={(props) => <AppLink to="/my-dashboard" {...props} />}
        >
          Go to my dashboard
        </Button>
        <SignInHelp className="quad-hero-help" />
      </div>
      <div className="quad-hero-drawing">
        <CourtyardDrawing />
      </div>
    </section>
  );
}
