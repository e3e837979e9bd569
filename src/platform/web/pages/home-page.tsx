import { PlaceNotices } from '../notices/place-notices.tsx';
import { useAccount } from '../session/account.ts';
import { PersonalHome } from './personal-home.tsx';
import { WelcomeHero } from './welcome-hero.tsx';

export function HomePage() {
  const { account } = useAccount();
  return account === null ? (
    <>
      <PlaceNotices place="/" />
      <WelcomeHero />
    </>
  ) : (
    <PersonalHome key={account.id} />
  );
}
