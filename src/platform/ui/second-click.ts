/** A click this near to another one, in pixels, and a tap this soon after another one, in milliseconds, was meant for the same thing. */
const near = 24;
const soon = 400;

interface Click {
  /** What was clicked; `null` if it does nothing. */
  on: object | null;
  x: number;
  y: number;
  /** In milliseconds. */
  at: number;
  /** How many in a row, as the browser counts them; 0 from the keyboard. */
  count: number;
  /** Browsers do not always count taps. */
  isTap: boolean;
}

/**
 * Many people double-click everything, and a finger bounces. When the first click has opened a dialog or a page, the second
 * one would press what is there now, such as the button that confirms.
 */
export function isMeantForAnother(click: Click, before: Click | null): boolean {
  if (before === null || click.on === null || click.on === before.on || click.count === 0) return false;
  // How soon counts with a mouse is a setting of the person's system, which the count follows.
  const isSecond = click.isTap ? click.at - before.at <= soon : click.count > 1;
  const isNear = Math.abs(click.x - before.x) <= near && Math.abs(click.y - before.y) <= near;
  return isSecond && isNear;
}

/** Ignores the second click of a double click if it is on something other than the first one. */
export function ignoreSecondClicks(): void {
  let before: Click | null = null;
  let isTap = false;
  const clickOf = ({ target, clientX: x, clientY: y, timeStamp: at, detail: count }: MouseEvent): Click => ({
    on: controlAt(target),
    x,
    y,
    at,
    count,
    isTap,
  });
  const capture = { capture: true };
  const notePointer = ({ pointerType }: PointerEvent) => {
    isTap = pointerType === 'touch';
  };
  const leaveFocus = (event: MouseEvent) => {
    if (isMeantForAnother(clickOf(event), before)) event.preventDefault();
  };
  const noteClick = (event: MouseEvent) => {
    if (!event.isTrusted) return;
    const click = clickOf(event);
    if (!isMeantForAnother(click, before)) {
      before = click;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    // Nor is a third one.
    before = { ...click, on: before?.on ?? null };
  };
  document.addEventListener('pointerdown', notePointer, capture);
  document.addEventListener('mousedown', leaveFocus, capture);
  document.addEventListener('click', noteClick, capture);
}

/** A click on a label clicks its field, too. */
function controlAt(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  const label = target.closest('label');
  return (
    label?.control ??
    target.closest('a[href], button, summary, input, select, textarea, [role="option"], dialog')
  );
}
