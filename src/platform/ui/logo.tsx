/** The mark: four buildings around a courtyard. Decorative; the product's name is next to it. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      className="quad-mark"
    >
      <rect x="2" y="2" width="17" height="9" rx="1.5" />
      <rect x="21" y="2" width="9" height="17" rx="1.5" />
      <rect x="13" y="21" width="17" height="9" rx="1.5" />
      <rect x="2" y="13" width="9" height="17" rx="1.5" />
      <rect x="13" y="13" width="6" height="6" rx="1" />
    </svg>
  );
}
