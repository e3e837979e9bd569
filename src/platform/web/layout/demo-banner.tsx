/** On every page while anyone may sign in as anyone. */
export function DemoBanner() {
  return (
    <aside className="quad-banner" aria-label="Demo" data-no-print>
      <strong>Demo</strong> The people and data here are made up, and anyone can sign in.
    </aside>
  );
}
