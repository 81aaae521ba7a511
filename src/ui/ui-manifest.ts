import type { UiShell } from './ui-build.js';

/** The colours of the header and of the ground, light, as in web/src/app/app.css. */
const [THEME, GROUND] = ['#ffffff', '#f6f7f9'];
const SQUARES = ['192', '512'];

/**
 * The manifest by which a browser installs the pages as an application.
 * @param name the name of the PDU, for a browser that is signed in
 */
export function manifestOf(name: string, basePath: string, { icons }: UiShell): object {
  const icon = (size: string, px: string, purpose: string) =>
    icons[size] === undefined
      ? []
      : [{ src: `${basePath}/${icons[size]}`, sizes: `${px}x${px}`, type: 'image/png', purpose }];
  return {
    id: `${basePath}/`,
    name,
    short_name: name,
    start_url: `${basePath}/`,
    scope: `${basePath}/`,
    display: 'standalone',
    theme_color: THEME,
    background_color: GROUND,
    icons: [...SQUARES.flatMap((size) => icon(size, size, 'any')), ...icon('maskable', '512', 'maskable')],
  };
}
