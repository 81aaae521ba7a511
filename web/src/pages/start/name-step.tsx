import { TextField } from '../network/setting-fields.js';
import { useSettingsForm } from '../network/use-settings-form.js';
import { ConfStep } from './conf-step.js';
import type { StepProps } from './step-props.js';

/** The name of the PDU and its place. */
export function NameStep(props: StepProps) {
  const form = useSettingsForm(true);
  return (
    <ConfStep form={form} {...props}>
      <TextField form={form} name="deviceName" />
      <TextField form={form} name="snmpLocation" />
    </ConfStep>
  );
}
