import { Body, Controller, Get, HttpCode, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { AdministratorOnly, CurrentCaller, type CallerWithAddress } from '../../../common/access.js';
import { ResourceExists } from '../../../common/resource-exists.guard.js';
import { SimulatorControlService } from './simulator-control.service.js';
import {
  SimulatedBankView,
  SimulatedBusView,
  SimulatedInletView,
  SimulatedOutletView,
  SimulatedRelayOutputView,
  SimulatedSensorView,
  SimulatorView,
} from './simulator.view.js';

const EXAMPLE = {
  inlets: { 'I1-1000036': { powered: true, voltage: 120, frequency: 60 } },
  banks: { '1200578': { breakerClosed: true } },
  outlets: { '1-1200578': { loadAmps: 1.5, powerFactor: 0.95, relayStuck: false } },
  sensors: {
    A: { connected: true, temperatureC: 22.5, humidity: 40 },
    B: { connected: true, digitalInputs: { '1': 'HI' }, userSwitch: true },
  },
  bus: { failing: false, latencyMs: 0 },
};

/** The control of the simulated PDU; its paths do not exist with real hardware or while the control is off. */
@ApiTags('simulator')
@ApiExtraModels(
  SimulatedInletView,
  SimulatedBankView,
  SimulatedOutletView,
  SimulatedRelayOutputView,
  SimulatedSensorView,
  SimulatedBusView,
)
@Controller('api/simulator')
@UseGuards(ResourceExists(SimulatorControlService)) // its `find` refuses the path as a whole
export class SimulatorController {
  constructor(private readonly simulator: SimulatorControlService) {}

  /** The whole simulated PDU and what is plugged into it. */
  @Get()
  @AdministratorOnly()
  twin(): SimulatorView {
    return this.simulator.view();
  }

  /** Changes the members sent, all or none of them; the next snapshot shows it. */
  @Patch()
  @AdministratorOnly()
  @ApiBody({ schema: { type: 'object', additionalProperties: true, example: EXAMPLE } })
  change(@Body() patch: Record<string, unknown>, @CurrentCaller() caller: CallerWithAddress): Promise<SimulatorView> {
    return this.simulator.change(patch, caller);
  }

  /** Disconnects and reconnects the PDU's mains: a cold start. */
  @Post('powerCycle')
  @HttpCode(200)
  @AdministratorOnly()
  powerCycle(@CurrentCaller() caller: CallerWithAddress): Promise<SimulatorView> {
    return this.simulator.powerCycle(caller);
  }
}
