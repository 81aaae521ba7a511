import { Module } from '@nestjs/common';
import { AllowedHosts } from './allowed-hosts.service.js';
import { CertificateController } from './certificate.controller.js';
import { CertificateFiles } from './certificate-files.js';
import { Certificates } from './certificates.service.js';
import { HttpsServer } from './https-server.service.js';
import { PlainHttp } from './plain-http.service.js';

@Module({
  controllers: [CertificateController],
  providers: [AllowedHosts, CertificateFiles, Certificates, HttpsServer, PlainHttp],
  exports: [Certificates, HttpsServer],
})
export class TlsModule {}
