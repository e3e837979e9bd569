/**
 * The style sheets of every page, in the order in which Mantine wants them. All are of the `mantine` layer:
 * a sheet that a lazily loaded screen adds later cannot override our own rules. What the first paint needs is in the
 * page itself (`entry/web/index.html`), and Mantine's variables are written by its provider (`theme-provider.tsx`).
 */
import './fonts-extended.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
