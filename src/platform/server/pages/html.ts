/** HTML that is already safe to send. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

type Value = string | number | Html | null | readonly Html[];

/** Template tag: every value is escaped unless it is `Html` itself. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const parts = strings.map((part, index) => {
    const value = values[index];
    return index < values.length ? part + render(value ?? null) : part;
  });
  return new Html(parts.join(''));
}

function render(value: Value): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((part: Html) => part.text).join('');
  return escapeHtml(String(value));
}
