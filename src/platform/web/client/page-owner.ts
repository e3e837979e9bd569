let owner: string | null = null;

/** Whom this page is drawn for: every call names them, so that none runs under another person's cookie. */
export function setPageOwner(id: string | null): void {
  owner = id;
}

/** The account's `id`; `null` while no one is signed in, and in the service worker. */
export function pageOwner(): string | null {
  return owner;
}
