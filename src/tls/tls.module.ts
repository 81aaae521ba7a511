import { Module } from '@nestjs/common';
import { AllowedHostsService } from './allowed-hosts.service.js';
import { CertificateController } from './certificate.controller.js';
import { CertificateFiles } from './certificate-files.js';
import { CertificatesService } from './certificates.service.js';
import { HttpsServerService } from './https-server.service.js';
import { PlainHttpService } from './plain-http.service.js';
import { HttpsMetrics } from './https.metrics.js';

@Module({
  controllers: [CertificateController],
  providers: [
    AllowedHostsService,
    CertificateFiles,
    CertificatesService,
    HttpsMetrics,
    HttpsServerService,
    PlainHttpService,
  ],
  exports: [CertificatesService, HttpsServerService],
})
export class TlsModule {}
