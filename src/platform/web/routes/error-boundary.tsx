import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { PageNotice } from '../../ui/page-notice.tsx';
import { Arrival } from './arrival.ts';
import { CodeNotLoaded } from './code-not-loaded.tsx';
import { ScreenNotLoaded } from './route.tsx';

interface State {
  error: unknown;
}

/** Keeps a broken screen from taking down the header, the navigation, and everything typed elsewhere. */
export class ScreenErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('A value that is not an Error was thrown.') };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ScreenNotLoaded) return <CodeNotLoaded />;
    return (
      <PageNotice title="Something went wrong on this page" icon={<TriangleAlert />}>
        <p>
          This is our fault, not yours. Reload the page. If it keeps happening, contact IT and say what you
          were doing.
        </p>
        {/* Drawn again, it would break over the same data, or need the code of the release that answers now. */}
        <Button onClick={() => window.location.reload()}>Reload</Button>
        <Arrival />
      </PageNotice>
    );
  }
}
