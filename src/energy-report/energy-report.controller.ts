import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller, SignedIn, type CallerWithAddress } from '../common/access.js';
import { Compressed } from '../common/compression.js';
import { EnergyReportQueryDto } from './energy-report.dto.js';
import { EnergyReportService } from './energy-report.service.js';
import { EnergyReportView } from './energy-report.view.js';
import { PAGE_LANGUAGES, PAGE_POLICY, reportCsv, type PageLanguage } from './report-formats.js';

@ApiTags('energy')
@ApiExtraModels(EnergyReportView)
@Controller('api/energy/report')
export class EnergyReportController {
  constructor(private readonly reports: EnergyReportService) {}

  /**
   * Energy, cost, carbon dioxide, highest power and share of the parent of each outlet, group, label, bank or inlet that the
   * caller may view, by day, week, month or as a whole, in the calendar of the device. Energy comes from the meters'
   * counters, which also span the time that the controller did not run; without one from the power. At most 400 days.
   */
  @Get()
  @SignedIn()
  @Compressed()
  @ApiOkResponse({
    content: {
      'application/json': { schema: { $ref: getSchemaPath(EnergyReportView) } },
      'text/csv': { schema: { type: 'string' } },
      'text/html': { schema: { type: 'string' } },
    },
  })
  async read(
    @Query() query: EnergyReportQueryDto,
    @CurrentCaller() caller: CallerWithAddress,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EnergyReportView | string> {
    const report = await this.reports.read(query, caller);
    response.vary('Accept');
    switch (query.format ?? response.req.accepts(['json', 'csv', 'html'])) {
      case 'csv':
        response.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
        response.setHeader('Content-Disposition', 'attachment; filename="energy.csv"');
        return reportCsv(report);
      case 'html':
        response.vary('Accept-Language');
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.setHeader('Content-Security-Policy', PAGE_POLICY);
        return this.reports.page(report, query.language ?? languageOf(response));
      default:
        return report;
    }
  }
}

/** The language that the reader prefers, of those that the page has. */
const languageOf = ({ req }: Response): PageLanguage => {
  const preferred = req.acceptsLanguages([...PAGE_LANGUAGES]);
  return PAGE_LANGUAGES.find((language) => language === preferred) ?? PAGE_LANGUAGES[0];
};
