import { arch, platform, release, totalmem } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Access } from '../common/access.js';
import { Clock } from '../common/clock.js';
import { Diagnostics, type DiagnosticsPart } from '../common/diagnostics.js';
import { stringifyInSlices } from '../common/json-in-slices.js';
import { mapYielding, yieldNow } from '../common/time-slices.js';
import { Subjects } from '../kernel/subjects.js';
import { shareableText } from '../logging/redaction.js';
import { HealthService } from './health.service.js';

/** The diagnostics file for troubleshooting by others: without passwords, tokens, keys and hashes. */
@Injectable()
export class DiagnosticsService {
  constructor(
    private readonly diagnostics: Diagnostics,
    private readonly subjects: Subjects,
    private readonly clock: Clock,
    health: HealthService,
  ) {
    diagnostics.add('madeAt', () => new Date(clock.now()).toISOString());
    diagnostics.add('health', (access) => health.detailsFor(access));
    diagnostics.add('system', () => ({
      node: process.version,
      platform: `${platform()} ${arch()} ${release()}`,
      totalMemory: totalmem(),
      memory: process.memoryUsage(),
    }));
  }

  /** The file as pieces of JSON, made on demand. A part that fails has the reason instead. */
  async *pieces(access: Access): AsyncGenerator<string> {
    let separator = '{';
    for (const [name, make] of this.diagnostics.all()) {
      await yieldNow();
      yield `${separator}${JSON.stringify(name)}:`;
      for (const piece of await jsonOf(make, access)) {
        await yieldNow(); // a socket may take several pieces at once
        yield piece;
      }
      separator = ',\n';
    }
    yield '}\n';
  }

  /** File name such as `rackfeed-diagnostics-1000036-20261121T081500Z.json`. */
  get fileName(): string {
    const moment = new Date(this.clock.now()).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
    return `rackfeed-diagnostics-${this.subjects.parts.enclosureSerial}-${moment}.json`;
  }
}

/** The JSON of a part; a failing part must not prevent the others. */
async function jsonOf(make: DiagnosticsPart, access: Access): Promise<string[]> {
  try {
    // A piece ends with an entry, so that no secret is cut in two.
    return await mapYielding(await stringifyInSlices((await make(access)) ?? null), (piece) =>
      shareableText(piece.toString()),
    );
  } catch (error) {
    return [JSON.stringify({ notAvailable: await shareableText((error as Error).message) })];
  }
}
