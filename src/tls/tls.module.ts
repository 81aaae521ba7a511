import { Module } from '@nestjs/common';
import { AllowedHostsService } from './allowed-hosts.service.js';
import { CertificateController } from './certificate.controller.js';
import { CertificateFiles } from './certificate-files.js';
import { CertificatesService } from './certificates.service.js';
import { HttpsServerService } from './https-server.service.js';
import { PlainHttpService } from './plain-http.service.js';

@Module({
  controllers: [CertificateController],
  providers: [AllowedHostsService, CertificateFiles, CertificatesService, HttpsServerService, PlainHttpService],
  exports: [CertificatesService, HttpsServerService],
})
export class TlsModule {}
