import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { UploadCertificateDto } from './certificate.dto.js';
import { CertificateView } from './certificate.view.js';
import { CertificatesService } from './certificates.service.js';

@ApiTags('system')
@Controller('api/system/certificate')
export class CertificateController {
  constructor(private readonly certificates: CertificatesService) {}

  /** The certificate that HTTPS uses; its key is never returned. */
  @Get()
  @Allow('viewNetworkSettings')
  read(): Promise<CertificateView> {
    return this.certificates.view();
  }

  /** Uploads a custom certificate with its key and uses it at once. Send it over HTTPS. */
  @Put()
  @Allow('modifyNetworkSettings')
  upload(
    @Body() { certificate, key }: UploadCertificateDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<CertificateView> {
    return this.certificates.upload(certificate, key, causeOf(caller));
  }

  /** Creates a new key and self-signed certificate for the current names and addresses of the controller. */
  @Post('renew')
  @HttpCode(200)
  @Allow('modifyNetworkSettings')
  renew(@CurrentCaller() caller: CallerWithAddress): Promise<CertificateView> {
    return this.certificates.renew(causeOf(caller));
  }

  /** Deletes the custom certificate and its key; HTTPS uses the self-signed one again. */
  @Delete()
  @Allow('modifyNetworkSettings')
  remove(@CurrentCaller() caller: CallerWithAddress): Promise<CertificateView> {
    return this.certificates.remove(causeOf(caller));
  }
}
