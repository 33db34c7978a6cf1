import { isIP } from 'node:net'
import { join } from 'node:path'

import type { DemoSecrets } from './demo-secrets.ts'

type Environment = Readonly<Record<string, string | undefined>>

interface LaunchContext {
  /** Where the service will listen. */
  readonly url: string
  readonly dataDir: string
  readonly secrets: DemoSecrets
  /** The launcher's own environment; what a person sets there overrides what the launcher generates. */
  readonly environment: Environment
  /** The addresses of the other services that start with it, by name. */
  readonly beside: ReadonlyMap<string, string>
}

export interface Service {
  readonly name: string
  readonly defaultPort: number
  readonly portVariable: string
  /** Absent: the service needs no database. */
  readonly database?: string
  /** Those whose addresses its environment names, where they start with it. */
  readonly joins?: readonly string[]
  environment(context: LaunchContext): Readonly<Record<string, string>>
  /** The service's part of the banner: a heading and its lines. */
  describe(ready: LaunchContext): readonly string[]
}

// A shell's own sign that a command goes on in the next line: the banner fits 80 columns, and can still be copied.
const CONTINUED = '\\'

const documents: Service = {
  name: 'documents',
  defaultPort: 3000,
  portVariable: 'DOCUMENTS_PORT',
  environment: ({ dataDir, secrets, environment }) => ({
    API_KEY: documentsKey(environment, secrets),
    TEMPLATES_DIR: environment['TEMPLATES_DIR'] ?? join(dataDir, 'templates'),
    IMAGES_DIR: environment['IMAGES_DIR'] ?? join(dataDir, 'images'),
    // The demonstration is a Mexican office.
    DOCUMENTS_DEMO: environment['DOCUMENTS_DEMO'] ?? '1',
    LOCALE: environment['LOCALE'] ?? 'es-MX',
    TIMEZONE: environment['TIMEZONE'] ?? 'America/Mexico_City',
    NODE_COMPILE_CACHE: compiledCode('documents', dataDir, environment),
  }),
  describe: ({ url, secrets }) => [
    `documents  ${url}/console`,
    `  reference ${url}/docs/   x-api-key ${secrets.documentsApiKey}`,
    `  curl -H 'x-api-key: ${secrets.documentsApiKey}' ${CONTINUED}`,
    `    ${url}/templates`,
  ],
}

const erp: Service = {
  name: 'erp',
  defaultPort: 3001,
  portVariable: 'ERP_PORT',
  database: 'oficina_erp',
  joins: ['documents', 'chat'],
  environment: ({ dataDir, secrets, environment, beside }) => ({
    ...joinedDocuments(environment, secrets, beside.get('documents')),
    ...joinedChat(environment, secrets, beside.get('chat')),
    DATA_DIR: dataDir,
    ERP_ADMIN_PASSWORD: erpPassword(environment, secrets),
    ERP_DEMO: environment['ERP_DEMO'] ?? '1',
    // It has a compile cache of its own: its V8 runs with a flag, and would reject and replace what the others
    // compiled.
    NODE_COMPILE_CACHE: '',
  }),
  describe: ({ url, secrets, environment }) => {
    const usuario = environment['ERP_ADMIN_USUARIO'] ?? 'admin'
    const password = erpPassword(environment, secrets)
    const others = ', compras, ventas, contador, consulta, admin@NORTE'
    return [
      `erp  ${url}/console`,
      `  reference ${url}/docs/   API ${url}/api/v1`,
      `  users ${usuario}${isOff(environment['ERP_DEMO']) ? '' : others}`,
      `  password ${password}`,
      `  curl -H 'content-type: application/json' ${CONTINUED}`,
      `    -d '{"usuario":"${usuario}","password":"${password}"}' ${CONTINUED}`,
      `    ${url}/api/v1/auth/login`,
    ]
  },
}

// The services dial only addresses that are public, or named.
const OWN_MACHINE = '127.0.0.1,::1'

/** Where the ERP finds documents; what a person has set of it holds. */
function joinedDocuments(environment: Environment, secrets: DemoSecrets, url: string | undefined) {
  if (url === undefined || environment['DOCUMENTS_URL'] !== undefined) return {}
  return {
    DOCUMENTS_URL: url,
    DOCUMENTS_API_KEY: documentsKey(environment, secrets),
    DOCUMENTS_URL_ALLOW: allowed(environment['DOCUMENTS_URL_ALLOW'], url),
  }
}

function joinedChat(environment: Environment, secrets: DemoSecrets, url: string | undefined) {
  if (url === undefined || environment['CHAT_URL'] !== undefined) return {}
  return {
    CHAT_URL: url,
    ...chatBot(environment, secrets),
    CHAT_URL_ALLOW: allowed(environment['CHAT_URL_ALLOW'], url),
  }
}

/** The bot that the chat makes and the ERP uses. */
function chatBot(environment: Environment, secrets: DemoSecrets) {
  const [host] = (environment['CHAT_REALM_HOST'] ?? 'localhost').split(':')
  return {
    CHAT_BOT_EMAIL: environment['CHAT_BOT_EMAIL'] ?? `erp-bot@${host}`,
    CHAT_BOT_API_KEY: environment['CHAT_BOT_API_KEY'] ?? secrets.chatBotApiKey,
  }
}

function documentsKey(environment: Environment, secrets: DemoSecrets): string {
  return environment['API_KEY'] ?? secrets.documentsApiKey
}

/** This machine, what a person allows, and the address that `HOST` names. */
function allowed(own: string | undefined, url: string): string {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  const named = isIP(host) === 0 ? [] : [host]
  return [OWN_MACHINE, ...named, ...(own === undefined ? [] : [own])].join(',')
}

/** Nearly half of a start is compiling; compiled code is kept for the next one. */
function compiledCode(service: string, dataDir: string, environment: Environment): string {
  return environment['NODE_COMPILE_CACHE'] ?? join(dataDir, 'cache', `${service}-code`)
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
  environment: ({ url, dataDir, secrets, environment }) => ({
    DATA_DIR: dataDir,
    CHAT_REALM_URL: environment['CHAT_REALM_URL'] ?? url,
    CHAT_OWNER_EMAIL: chatOwner(environment),
    CHAT_OWNER_PASSWORD: environment['CHAT_OWNER_PASSWORD'] ?? secrets.chatPassword,
    CHAT_OWNER_API_KEY: environment['CHAT_OWNER_API_KEY'] ?? secrets.chatApiKey,
    ...chatBot(environment, secrets),
    CHAT_DEMO: environment['CHAT_DEMO'] ?? '1',
    NODE_COMPILE_CACHE: compiledCode('chat', dataDir, environment),
  }),
  describe: ({ url, secrets, environment }) => {
    const owner = chatOwner(environment)
    const key = environment['CHAT_OWNER_API_KEY'] ?? secrets.chatApiKey
    const password = environment['CHAT_OWNER_PASSWORD'] ?? secrets.chatPassword
    const others = ', hamlet@, cordelia@, othello@localhost'
    return [
      `chat  ${url} (Zulip's)   reference ${url}/docs/`,
      `  users ${owner}${isOff(environment['CHAT_DEMO']) ? '' : others}`,
      `  password ${password}   API key ${key}`,
      `  curl -u ${owner}:${key} ${CONTINUED}`,
      `    ${url}/api/v1/users/me`,
    ]
  },
}

function chatOwner(environment: Environment): string {
  return environment['CHAT_OWNER_EMAIL'] ?? 'owner@localhost'
}

/** All services, in the order in which they start. */
export const SERVICES: readonly Service[] = [documents, erp, chat]
