import { isIP } from 'node:net';
import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { Errors } from '../common/documented-errors.js';
import { CreateSigningRequestDto, UploadCertificateDto } from './certificate.dto.js';
import { CertificateView, SigningRequestView, signingRequestView } from './certificate.view.js';
import { CertificatesService } from './certificates.service.js';
import { SigningRequestsService } from './signing-requests.service.js';

/** The longest common name (X.520). */
const MAX_COMMON_NAME = 64;

@ApiTags('system')
@Controller('api/system/certificate')
export class CertificateController {
  constructor(
    private readonly certificates: CertificatesService,
    private readonly requests: SigningRequestsService,
  ) {}

  /** The certificate that HTTPS uses; its key is never returned. */
  @Get()
  @Allow('viewNetworkSettings')
  read(): Promise<CertificateView> {
    return this.certificates.view();
  }

  /**
   * Uploads a custom certificate with its key and uses it at once. Send a key over HTTPS only; the certificate of a
   * signing request needs none, because the controller has it.
   */
  @Put()
  @Allow('modifyNetworkSettings')
  upload(
    @Body() { certificate, key }: UploadCertificateDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<CertificateView> {
    return this.certificates.upload(certificate, key, causeOf(caller));
  }

  /**
   * Makes a key and the request for its certificate, which an authority signs; the key never leaves the controller. It
   * takes the place of an open request.
   */
  @Post('request')
  @HttpCode(200)
  @Allow('modifyNetworkSettings')
  async request(
    @Body() { names, organization, country, keyType = 'EC' }: CreateSigningRequestDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<SigningRequestView> {
    const all = names ?? this.requests.suggestedNames;
    const hosts = all.filter((name) => isIP(name) === 0);
    const wanted = {
      commonName: all.find((name) => name.length <= MAX_COMMON_NAME) ?? '',
      names: { hosts, addresses: all.filter((name) => isIP(name) > 0) },
      keyType: keyType === 'EC' ? ('ec' as const) : ('rsa' as const),
      ...(organization && { organization }),
      ...(country && { country }),
    };
    return signingRequestView(await this.requests.create(wanted, causeOf(caller)));
  }

  /** Deletes the open signing request and its key. */
  @Delete('request')
  @Allow('modifyNetworkSettings')
  @Errors('SIGNING_REQUEST_UNKNOWN')
  @ApiOkResponse({ description: 'Empty body.' })
  removeRequest(@CurrentCaller() caller: CallerWithAddress): Promise<void> {
    return this.requests.remove(causeOf(caller));
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
  @Errors('CERTIFICATE_UNKNOWN')
  remove(@CurrentCaller() caller: CallerWithAddress): Promise<CertificateView> {
    return this.certificates.remove(causeOf(caller));
  }
}
