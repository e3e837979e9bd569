/** What a job sends. */
export interface Email {
  /** Identifies this email and no other, in letters, digits, `-` and `.`: a job that runs again gives the same one. */
  key: string;
  /** One address: several people get an email each, so that no one learns who else got it. */
  to: string;
  subject: string;
  /** Plain text; lines end with `\n`. The HTML part is made of it. */
  text: string;
  /** Where replies go; to the sender by default. */
  replyTo?: string;
  /** Keys of the earlier emails of the same thread, oldest first; the last is the one that this email answers. */
  thread?: readonly string[];
  attachments?: readonly EmailAttachment[];
  /**
   * What it is about, as a tool declares it, and the address of the page that shows it: its recipient may want it once a
   * day or not at all. Without it the email always comes, as do messages about someone's security.
   */
  notification?: { topic: string; page: string };
  /**
   * No one wrote it, so no vacation notice should answer (RFC 3834); true by default. An email that carries what a
   * person wrote is not automatic: help desks drop automatic mail.
   */
  isAutomatic?: boolean;
}

export interface EmailAttachment {
  name: string;
  contentType: string;
  content: Buffer;
}

/** Who sends, in every email of this portal. */
export interface Sender {
  address: string;
  /** The product, for the name beside the address and the head of the HTML part. */
  name: string;
}
