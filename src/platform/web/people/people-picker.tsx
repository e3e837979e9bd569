import { useDebouncedValue } from '@mantine/hooks';
import { type ComponentProps, useState } from 'react';
import { findPeople } from '../../contract/directory.ts';
import { initialsOf } from '../../contract/initials.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { PeopleField } from '../../ui/people-field.tsx';
import { useCall } from '../client/query.ts';
import { useMayOpen } from '../routes/visible.ts';
import styles from './people-picker.module.css';

/** How long a search waits after the last keystroke. */
const pauseMs = 200;

const whole = 'Type the whole email address.';

interface PeoplePickerProps extends Omit<ComponentProps<typeof PeopleField>, 'found' | 'onSearch'> {
  /** Only people with an account can be picked; the others say that they have never signed in. */
  needsAccount?: boolean;
}

/** Finds people in the directory by name or email address, and keeps the address of the picked person. */
export function PeoplePicker({ needsAccount = false, ...props }: PeoplePickerProps) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().slice(0, 100);
  const [search] = useDebouncedValue(wanted, pauseMs);
  const maySearch = useMayOpen()(findPeople.access);
  const answer = useCall(
    findPeople,
    { query: { search } },
    { enabled: maySearch && search.length > 1, keepPrevious: true },
  );
  const isFound = search === wanted && !answer.isPlaceholderData;
  const people = (answer.data?.data ?? []).filter(
    (person) => wanted.length > 1 && search.length > 1 && (isFound || matches(person, wanted)),
  );
  // A failed search must not look like a college without that person.
  const problem = answer.error === null ? undefined : `People can't be searched right now. ${whole}`;
  const note = maySearch ? problem : whole;
  const description =
    note === undefined || props.description === undefined ? (
      (note ?? props.description)
    ) : (
      <>
        {props.description} {note}
      </>
    );
  const found = people
    .filter(({ email }) => email !== '')
    .map(({ email, name, title, department, kind, hasSignedIn, photo }) => ({
      email,
      isDisabled: needsAccount && !hasSignedIn,
      label: (
        <span className={styles.person}>
          <Avatar initials={initialsOf(name)} photo={photo} />
          <span className={styles.words}>
            {name}
            <span className={styles.soft}>
              {[title, kind === 'student' ? 'Student' : department].filter((word) => word !== '').join(', ')}
            </span>
            {needsAccount && !hasSignedIn && (
              <span className={styles.soft}>Has never signed in, so nothing can be handed over yet</span>
            )}
          </span>
        </span>
      ),
    }));
  return <PeopleField {...props} description={description} found={found} onSearch={setTyped} />;
}

/** While the search is on its way: Enter must not pick someone whom only older words found. */
function matches({ name, email }: { name: string; email: string }, typed: string): boolean {
  const words = `${name} ${email}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}
