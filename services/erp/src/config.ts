import { defaulted, flag, integer, optional, text, url } from '@oficina/kit/config.ts'
import {
  databaseSettings,
  diskSettings,
  serviceSettings,
  type Output,
} from '@oficina/kit/service-settings.ts'

const DEFAULT_PORT = 3001

/**
 * The environment of this service.
 * @source docs/decisions/0001-foundations.md, "Environment"
 */
export function settings(output: Output) {
  return {
    ...serviceSettings(DEFAULT_PORT, output),
    ...databaseSettings(),
    ...diskSettings(),
    adminUsuario: defaulted('ERP_ADMIN_USUARIO', text, 'admin'),
    adminPassword: optional('ERP_ADMIN_PASSWORD', text),
    demo: defaulted('ERP_DEMO', flag, false),
    demoPassword: optional('ERP_DEMO_PASSWORD', text),
    smtpUrl: optional('SMTP_URL', url(['smtp:', 'smtps:'])),
    mailFrom: defaulted('MAIL_FROM', text, 'Oficina <no-reply@localhost>'),
    webhookUrlAllow: defaulted('WEBHOOK_URL_ALLOW', text, ''),
    exportsAtOnce: defaulted('ERP_EXPORTS_AT_ONCE', integer(1, 100), 4),
    importMaxMb: defaulted('ERP_IMPORT_MAX_MB', integer(1, 4_000), 512),
    empresa: defaulted('ERP_EMPRESA', text, 'Demo, S.A. de C.V.'),
  }
}
