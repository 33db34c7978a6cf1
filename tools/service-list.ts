import { join } from 'node:path'

import type { DemoSecrets } from './demo-secrets.ts'

type Environment = Readonly<Record<string, string | undefined>>

interface LaunchContext {
  readonly dataDir: string
  readonly secrets: DemoSecrets
  /** The launcher's own environment; what a person set there wins over what the launcher makes up. */
  readonly environment: Environment
}

/** What a service's part of the banner is made of. */
interface ReadyContext extends LaunchContext {
  readonly url: string
}

export interface Service {
  readonly name: string
  readonly defaultPort: number
  readonly portVariable: string
  /** Absent: the service needs no database. */
  readonly database?: string
  environment(context: LaunchContext): Readonly<Record<string, string>>
  /** The service's part of the banner: a heading and its lines. */
  describe(ready: ReadyContext): readonly string[]
}

const documents: Service = {
  name: 'documents',
  defaultPort: 3000,
  portVariable: 'DOCUMENTS_PORT',
  environment: ({ dataDir, secrets, environment }) => ({
    API_KEY: environment['API_KEY'] ?? secrets.documentsApiKey,
    TEMPLATES_DIR: environment['TEMPLATES_DIR'] ?? join(dataDir, 'templates'),
    IMAGES_DIR: environment['IMAGES_DIR'] ?? join(dataDir, 'images'),
  }),
  describe: ({ url, secrets }) => [
    `documents  ${url}`,
    `  console  ${url}/console   API reference  ${url}/docs/`,
    `  x-api-key  ${secrets.documentsApiKey}`,
    `  curl -H 'x-api-key: ${secrets.documentsApiKey}' ${url}/templates`,
  ],
}

const erp: Service = {
  name: 'erp',
  defaultPort: 3001,
  portVariable: 'ERP_PORT',
  database: 'oficina_erp',
  environment: ({ dataDir, secrets, environment }) => ({
    DATA_DIR: dataDir,
    ERP_ADMIN_PASSWORD: erpPassword(environment, secrets),
    ERP_DEMO: environment['ERP_DEMO'] ?? '1',
  }),
  describe: ({ url, secrets, environment }) => {
    const usuario = environment['ERP_ADMIN_USUARIO'] ?? 'admin'
    const password = erpPassword(environment, secrets)
    const others = '; of the demonstration: compras, ventas, contador, consulta, admin@NORTE'
    return [
      `erp        ${url}/api/v1   (business actions are not built yet)`,
      `  API reference  ${url}/docs/   password ${password}`,
      `  user ${usuario}${isOff(environment['ERP_DEMO']) ? '' : others}`,
      `  curl -H 'content-type: application/json' -d '{"usuario":"${usuario}","password":"${password}"}' ${url}/api/v1/auth/login`,
    ]
  },
}

function erpPassword(environment: Environment, secrets: DemoSecrets): string {
  return environment['ERP_ADMIN_PASSWORD'] ?? secrets.erpPassword
}

function isOff(flag: string | undefined): boolean {
  return flag === '0' || flag === 'false'
}

const chat: Service = {
  name: 'chat',
  defaultPort: 3002,
  portVariable: 'CHAT_PORT',
  database: 'oficina_chat',
  environment: () => ({}),
  describe: ({ url }) => [
    `chat       ${url}   (not built yet: /health only)`,
    `  API reference  ${url}/docs/`,
    `  curl ${url}/health`,
  ],
}

/** All services, in the order in which they start. */
export const SERVICES: readonly Service[] = [documents, erp, chat]
