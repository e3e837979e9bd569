import type { NoticeBlock, NoticeFace } from '../../contract/notices.ts';
import { inOrder, Line, TextLink } from '../texts/line.tsx';

/** What a notice says below its title. The server draws the same for the first paint (`server/pages/notice-words.ts`). */
export function NoticeWords({ text, link }: Pick<NoticeFace, 'text' | 'link'>) {
  return (
    <>
      {typeof text === 'string' ? <p>{text}</p> : inOrder(text, show)}
      {link !== null && (
        <p>
          <TextLink href={link.href}>{link.text}</TextLink>
        </p>
      )}
    </>
  );
}

function show(block: NoticeBlock) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Line content={block.content} />
      </p>
    );
  const items = inOrder(block.items, (item) => (
    <li>
      <Line content={item} />
    </li>
  ));
  return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}
