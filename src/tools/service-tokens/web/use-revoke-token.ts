import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { listTokens, revokeToken, type Token } from '../contract.ts';

export function useRevokeToken({ id, name }: Token): () => Promise<boolean> {
  const revoke = useAction(revokeToken, { invalidates: [listTokens] });
  return () =>
    revoke.run(
      { params: { id } },
      {
        confirm: {
          title: `Revoke ${name}?`,
          text: "Whatever uses this token stops working immediately. This can't be undone.",
          action: 'Revoke',
          danger: true,
        },
        done: `${name} is revoked`,
        failed: `${name} was not revoked`,
      },
    );
}
