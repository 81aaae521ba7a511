import { Alert, createTheme } from '@mantine/core';
import { decimalSeparatorOf } from '../language/format.js';
import { locale } from '../language/locale.js';
import { words } from '../language/words.js';

/** The colours of titles and icons of notices, legible on the shade of each; text of theirs is black or white. */
const NOTICES: Readonly<Record<string, string>> = {
  orange: 'var(--warn)',
  yellow: 'var(--warn)',
  red: 'var(--bad)',
  green: 'var(--ok)',
};

/** A dense and legible theme: small type, tight spacing, colours with a contrast of 4.5:1 or more. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  defaultRadius: 'sm',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.35rem' }, h2: { fontSize: '1rem' }, h3: { fontSize: '0.9rem' } },
  },
  components: {
    Alert: Alert.extend({
      vars: (_, { color = '' }) => ({ root: NOTICES[color] === undefined ? {} : { '--alert-color': NOTICES[color] } }),
    }),
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    // The button that shows what was typed is reached with Tab, and has a name in the language of the pages.
    PasswordInput: {
      defaultProps: {
        size: 'xs',
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': words.common.showTyped },
      },
    },
    NumberInput: { defaultProps: { size: 'xs', decimalSeparator: decimalSeparatorOf(locale) } },
    Select: { defaultProps: { size: 'xs', allowDeselect: false, checkIconPosition: 'right' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    FileInput: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Modal: { defaultProps: { centered: false, yOffset: '8vh' } },
    // The head of a dialog is no second banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
  },
});
