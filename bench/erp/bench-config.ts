import type { buildErp } from '../../services/erp/src/service.ts'

type ErpConfig = Parameters<typeof buildErp>[0]['config']

/** A service that reaches nothing outside this machine. */
export function benchConfig(
  databaseUrl: string,
  dataDir: string,
  admin: Pick<ErpConfig, 'adminUsuario' | 'adminPassword'>,
): ErpConfig {
  return {
    databaseUrl,
    databasePoolSize: 10,
    dataDir,
    ...admin,
    empresa: 'Banco de pruebas, S.A.',
    smtpUrl: undefined,
    mailFrom: 'bench@localhost',
    webhookUrlAllow: '',
    pacUrl: undefined,
    pacUser: '',
    pacPassword: '',
    pacUrlAllow: '',
    satStatusUrl: 'http://127.0.0.1:1',
    satCertificatesUrl: 'http://127.0.0.1:1',
    satCaFile: undefined,
    publicUrl: undefined,
    documentsUrl: undefined,
    documentsApiKey: undefined,
    documentsUrlAllow: '',
    chatUrl: undefined,
    chatBotEmail: undefined,
    chatBotApiKey: undefined,
    chatBotChannel: 'erp',
    chatUrlAllow: '',
    demo: false,
    demoPassword: undefined,
    importMaxMb: 512,
    exportsAtOnce: 4,
    attachmentMaxMb: 50,
    attachmentScanCommand: undefined,
    attachmentScanTimeoutMs: 60_000,
    diskMinFreeMb: 0,
  }
}
