import { LogoMark } from '../../ui/logo.tsx';
import { AppLink } from '../routes/link.tsx';
import { pageData } from '../session/page-data.ts';
import styles from './brand.module.css';

export function Brand() {
  const { product, college } = pageData.campus;
  return (
    <AppLink to="/" className={styles.brand} aria-label={`${product}, home`}>
      <LogoMark size={30} />
      <span className={styles.product} data-product>
        {product}
      </span>
      <span className={styles.college}>{college}</span>
    </AppLink>
  );
}
