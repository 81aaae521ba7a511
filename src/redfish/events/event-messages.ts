import type { RegistryMessage } from '../protocol/base-messages.js';

/** The messages of events that this service sends, by their ids, with the texts of their registries. */
export const EVENT_MESSAGES = {
  'Power.1.2.OutletPoweredOn': ['OK', "Outlet '%1' powered on.", 'None.'],
  'Power.1.2.OutletPoweredOff': ['OK', "Outlet '%1' powered off.", 'None.'],
  'Power.1.2.BreakerTripped': [
    'Critical',
    "Breaker '%1' has tripped.",
    'Check the circuit and connected devices, and disconnect or replace any faulty devices.',
  ],
  'Power.1.2.BreakerReset': ['OK', "Breaker '%1' reset.", 'None.'],
  'Power.1.2.LossOfInputPower': [
    'Warning',
    "Loss of input power at '%1'.",
    'Check the electrical power input and connections.',
  ],
  'Power.1.2.LineInputPowerRestored': ['OK', "Line input power at '%1' was restored.", 'None.'],
  'Power.1.2.CurrentWarning': [
    'Warning',
    "Current '%1' reading of %2 amperes exceeds the warning level.",
    'Check the condition of the resource listed in OriginOfCondition.',
  ],
  'Power.1.2.CurrentNormal': ['OK', "Current '%1' reading of %2 amperes is within normal operating range.", 'None.'],
  'Power.1.2.VoltageWarning': [
    'Warning',
    "Voltage '%1' reading of %2 volts exceeds the warning level.",
    'Check the condition of the resource listed in OriginOfCondition.',
  ],
  'Power.1.2.VoltageNormal': ['OK', "Voltage '%1' reading of %2 volts is within normal operating range.", 'None.'],
  'Power.1.2.PowerWarning': [
    'Warning',
    "Power '%1' reading of %2 watts exceeds the warning level.",
    'Check the condition of the resource listed in OriginOfCondition.',
  ],
  'Power.1.2.PowerNormal': ['OK', "Power '%1' reading of %2 watts is within normal operating range.", 'None.'],
  'Power.1.2.FrequencyWarning': [
    'Warning',
    "Frequency '%1' reading of %2 hertz exceeds the warning level.",
    'Check the condition of the resource listed in OriginOfCondition.',
  ],
  'Power.1.2.FrequencyNormal': ['OK', "Frequency '%1' reading of %2 hertz is within normal operating range.", 'None.'],
  'Environmental.1.4.TemperatureWarning': [
    'Warning',
    "Temperature '%1' reading of %2 degrees (C) exceeds the warning level.",
    'Check the condition of the resource listed in OriginOfCondition.',
  ],
  'Environmental.1.4.TemperatureNormal': [
    'OK',
    "Temperature '%1' reading of %2 degrees (C) is within normal operating range.",
    'None.',
  ],
  'Environmental.1.4.HumidityAboveUpperCautionThreshold': [
    'Warning',
    "Humidity '%1' reading of %2 percent is above the %3 upper caution threshold.",
    'Check the condition of the resource listed in OriginOfCondition.',
  ],
  'Environmental.1.4.HumidityBelowLowerCautionThreshold': [
    'Warning',
    "Humidity '%1' reading of %2 percent is below the %3 lower caution threshold.",
    'Check the condition of the resource listed in OriginOfCondition.',
  ],
  'Environmental.1.4.HumidityNormal': [
    'OK',
    "Humidity '%1' reading of %2 percent is within normal operating range.",
    'None.',
  ],
  'SensorEvent.1.1.SensorConnected': ['OK', "Sensor '%1' was connected.", 'None.'],
  'SensorEvent.1.1.SensorDisconnected': [
    'Warning',
    "Sensor '%1' was disconnected.",
    'Check the sensor connection or re-connect the sensor.',
  ],
  'Update.1.3.TransferFailed': ['Critical', "Transfer of image '%1' to '%2' failed.", 'None.'],
  'Update.1.3.VerificationFailed': ['Critical', "Verification of image '%1' at '%2' failed.", 'None.'],
  'Update.1.3.InstallingOnComponent': ['OK', "Image '%1' is being installed on '%2'.", 'None.'],
  'Update.1.3.UpdateSuccessful': ['OK', "Device '%1' successfully updated with image '%2'.", 'None.'],
  'Update.1.3.ApplyFailed': ['Critical', "Installation of image '%1' to '%2' failed.", 'None.'],
  'Update.1.3.ActivateFailed': ['Critical', "Activation of image '%1' on '%2' failed.", 'None.'],
  'Update.1.3.VerifyingAtComponent': ['OK', "Image '%1' is being verified at '%2'.", 'None.'],
  'Update.1.3.AwaitToActivate': [
    'OK',
    "Awaiting for an action to proceed with activating image '%1' on '%2'.",
    'Perform the requested action to advance the update operation.',
  ],
  'ResourceEvent.1.4.ResourceCreated': ['OK', 'The resource was created successfully.', 'None.'],
  'ResourceEvent.1.4.ResourceChanged': ['OK', 'One or more resource properties have changed.', 'None.'],
  'ResourceEvent.1.4.ResourceRemoved': ['OK', 'The resource was removed successfully.', 'None.'],
  'ResourceEvent.1.4.TestMessage': ['OK', 'Test message.', 'None.'],
} as const satisfies Record<string, RegistryMessage>;

export type EventMessageId = keyof typeof EVENT_MESSAGES;

export const TEST_MESSAGE = 'ResourceEvent.1.4.TestMessage' satisfies EventMessageId;
