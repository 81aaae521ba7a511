import { later } from '../../components/later.js';
import { live } from '../../live/live.js';

const Form = later(() => import('./outlet-settings-form.js'));

/** The dialog for the settings of one outlet; it is closed while `id` is undefined. */
export function OutletSettings({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const outlet = id === undefined ? undefined : live.get('outlets', id);
  return outlet ? <Form key={outlet.id} outlet={outlet} onClose={onClose} /> : null;
}
