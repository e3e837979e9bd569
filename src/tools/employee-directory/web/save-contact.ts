import { saveFile } from '../../../platform/web/feedback/download-button.tsx';
import type { Employee } from '../contract.ts';
import { fullName } from './filter.ts';
import { writeVCard } from './v-card.ts';

/** Saves a person as a file that address books can read. */
export function saveContact(employee: Employee, department: string): void {
  const card = new Blob([writeVCard(employee, department)], { type: 'text/vcard' });
  saveFile(card, `${fullName(employee)}.vcf`);
}
