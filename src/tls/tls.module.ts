import { Module } from '@nestjs/common';
import { FactoryResets } from '../common/factory-resets.js';
import { HealthFactsRegistry } from '../common/health-facts.js';
import { AllowedHostsService } from './allowed-hosts.service.js';
import { CertificateController } from './certificate.controller.js';
import { CertificateFiles } from './certificate-files.js';
import { CertificatesService } from './certificates.service.js';
import { HttpsServerService } from './https-server.service.js';
import { PlainHttpService } from './plain-http.service.js';
import { SigningRequestFile } from './signing-request.file.js';
import { SigningRequestsService } from './signing-requests.service.js';
import { HTTPS_METRICS } from './https.metrics.js';

@Module({
  controllers: [CertificateController],
  providers: [
    AllowedHostsService,
    CertificateFiles,
    CertificatesService,
    HTTPS_METRICS,
    HttpsServerService,
    PlainHttpService,
    SigningRequestFile,
    SigningRequestsService,
  ],
  exports: [CertificatesService, HttpsServerService],
})
export class TlsModule {
  constructor(
    resets: FactoryResets,
    health: HealthFactsRegistry,
    certificates: CertificatesService,
    https: HttpsServerService,
  ) {
    health.add('https', () => https.state);
    resets.addFiles({ names: () => certificates.fileNames, forget: () => certificates.forget() });
  }
}
