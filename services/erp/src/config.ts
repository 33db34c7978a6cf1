import { defaulted, flag, integer, optional, text, url } from '@oficina/kit/config.ts'
import { diskSettings, serviceSettings, type Output } from '@oficina/kit/service-settings.ts'
import { databaseSettings } from '@oficina/postgres/database-settings.ts'
import { traceSettings } from '@oficina/traces/trace-settings.ts'

const DEFAULT_PORT = 3001
const HTTP = ['https:', 'http:']
// The SAT's own, which anybody may ask.
const SAT_STATUS_URL = 'https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc'
const SAT_CERTIFICATES_URL = 'https://rdc.sat.gob.mx/rccf'

/**
 * The environment of this service.
 * @source docs/decisions/0001-foundations.md, "Environment"
 */
export function settings(output: Output) {
  return {
    ...serviceSettings(DEFAULT_PORT, output),
    ...traceSettings(),
    ...databaseSettings(),
    ...diskSettings(),
    adminUsuario: defaulted('ERP_ADMIN_USUARIO', text, 'admin'),
    adminPassword: optional('ERP_ADMIN_PASSWORD', text),
    demo: defaulted('ERP_DEMO', flag, false),
    demoPassword: optional('ERP_DEMO_PASSWORD', text),
    smtpUrl: optional('SMTP_URL', url(['smtp:', 'smtps:'])),
    mailFrom: defaulted('MAIL_FROM', text, 'Oficina <no-reply@localhost>'),
    publicUrl: optional('PUBLIC_URL', url(HTTP)),
    documentsUrl: optional('DOCUMENTS_URL', url(HTTP)),
    documentsApiKey: optional('DOCUMENTS_API_KEY', text),
    documentsUrlAllow: defaulted('DOCUMENTS_URL_ALLOW', text, ''),
    chatUrl: optional('CHAT_URL', url(HTTP)),
    chatBotEmail: optional('CHAT_BOT_EMAIL', text),
    chatBotApiKey: optional('CHAT_BOT_API_KEY', text),
    chatBotChannel: defaulted('CHAT_BOT_CHANNEL', text, 'erp'),
    chatUrlAllow: defaulted('CHAT_URL_ALLOW', text, ''),
    webhookUrlAllow: defaulted('WEBHOOK_URL_ALLOW', text, ''),
    pacUrl: optional('PAC_URL', url(HTTP)),
    pacUser: defaulted('PAC_USER', text, ''),
    pacPassword: defaulted('PAC_PASSWORD', text, ''),
    pacUrlAllow: defaulted('PAC_URL_ALLOW', text, ''),
    satStatusUrl: defaulted('SAT_STATUS_URL', url(HTTP), SAT_STATUS_URL),
    satCertificatesUrl: defaulted('SAT_CERTIFICATES_URL', url(HTTP), SAT_CERTIFICATES_URL),
    satCaFile: optional('SAT_CA_FILE', text),
    exportsAtOnce: defaulted('ERP_EXPORTS_AT_ONCE', integer(1, 100), 4),
    importMaxMb: defaulted('ERP_IMPORT_MAX_MB', integer(1, 4_000), 512),
    attachmentMaxMb: defaulted('ATTACHMENT_MAX_MB', integer(1, 4_000), 50),
    attachmentScanCommand: optional('ATTACHMENT_SCAN_COMMAND', text),
    attachmentScanTimeoutMs: defaulted('ATTACHMENT_SCAN_TIMEOUT_MS', integer(100, 600_000), 60_000),
    empresa: defaulted('ERP_EMPRESA', text, 'Demo, S.A. de C.V.'),
  }
}
