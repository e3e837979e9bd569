import { LogoMark } from '../../ui/logo.tsx';
import { AppLink } from '../routes/link.tsx';
import { pageData } from '../session/page-data.ts';

export function Brand() {
  const { product, college } = pageData.campus;
  return (
    <AppLink to="/" className="quad-brand" aria-label={`${product}, home`}>
      <LogoMark size={30} />
      <span className="quad-product">{product}</span>
      <span className="quad-college">{college}</span>
    </AppLink>
  );
}
