import { applyDecorators } from '@nestjs/common';
import { Matches, registerDecorator } from 'class-validator';

/** Requires different entries; the library's own check compares all pairs, which is slow with thousands of outlets. */
const AreDifferent = (): PropertyDecorator => (target, property) =>
  registerDecorator({
    name: 'areDifferent',
    target: target.constructor,
    propertyName: String(property),
    options: { message: '$property must name each part once.' },
    validator: { validate: (ids) => Array.isArray(ids) && new Set(ids).size === ids.length },
  });

const AreIds = () =>
  applyDecorators(
    AreDifferent(),
    Matches(/^[A-Za-z0-9-]{1,64}$/, { each: true, message: '$property must be a list of ids.' }),
  );

/** The ids of a PDU's parts in the order of their places: a replacement has the same places and other ids. */
export class ConfigHardware {
  @Matches(/^\d{1,32}$/, { message: '$property must be a serial number.' })
  enclosureSerial: string;
  @AreIds() inlets: string[];
  /** Lines of all inlets, one inlet after another. */
  @AreIds() lines: string[];
  @AreIds() banks: string[];
  @AreIds() outlets: string[];
  @AreIds() relayOutputs: string[];
  @AreIds() sensors: string[];
}
