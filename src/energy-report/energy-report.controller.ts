import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller, SignedIn, type CallerWithAddress } from '../common/access.js';
import { Compressed } from '../common/compression.js';
import { CSV_TYPE, csvContent } from '../common/csv.js';
import { Errors } from '../common/documented-errors.js';
import { PAGE_CONTENT } from '../common/html.js';
import type { ChunkedResponse } from '../common/json-in-slices.js';
import { EnergyReportQueryDto } from './energy-report.dto.js';
import { EnergyReportService } from './energy-report.service.js';
import { EnergyReportView } from './energy-report.view.js';
import { PAGE_LANGUAGES, PAGE_POLICY, reportCsv, reportJson, type PageLanguage } from './report-formats.js';

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
  @Errors('OUTLETS_NOT_AVAILABLE')
  @ApiOkResponse({
    content: {
      'application/json': { schema: { $ref: getSchemaPath(EnergyReportView) } },
      ...csvContent(
        'from,to,kind,id,name,kWh,cost,currency,kgCO2,peakWatts,peakAt,share,coverage,partial',
        '2026-11-01T00:00:00.000Z,2026-11-02T00:00:00.000Z,outlet,1-1200578,db-master,2.64,0.82,EUR,1.003,131,' +
          '2026-11-01T14:03:00.000Z,0.3071,1,',
      ),
      ...PAGE_CONTENT,
    },
  })
  async read(
    @Query() query: EnergyReportQueryDto,
    @CurrentCaller() caller: CallerWithAddress,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChunkedResponse | string> {
    const report = await this.reports.read(query, caller);
    response.vary('Accept');
    switch (query.format ?? response.req.accepts(['json', 'csv', 'html'])) {
      case 'csv':
        response.setHeader('Content-Type', CSV_TYPE);
        response.setHeader('Content-Disposition', 'attachment; filename="energy.csv"');
        return reportCsv(report);
      case 'html':
        response.vary('Accept-Language');
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.setHeader('Content-Security-Policy', PAGE_POLICY);
        return this.reports.page(report, query.language ?? languageOf(response));
      default:
        return reportJson(report);
    }
  }
}

/** The language that the reader prefers, of those that the page has. */
const languageOf = ({ req }: Response): PageLanguage => {
  const preferred = req.acceptsLanguages([...PAGE_LANGUAGES]);
  return PAGE_LANGUAGES.find((language) => language === preferred) ?? PAGE_LANGUAGES[0];
};
