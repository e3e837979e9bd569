import { useAccount } from '../session/account.ts';
import { PersonalHome } from './personal-home.tsx';
import { WelcomeHero } from './welcome-hero.tsx';

export function HomePage() {
  const { account } = useAccount();
  return account === null ? <WelcomeHero /> : <PersonalHome key={account.id} />;
}
