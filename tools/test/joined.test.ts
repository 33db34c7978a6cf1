import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import { otlpReceiver, type OtlpReceiver } from '@oficina/testkit/otlp-receiver.ts'

import { shareCaches } from '../../services/erp/test/own-data-dir.ts'
import { launch, type Launch } from './launch.ts'

// Deep: it starts all services together.

// The three services as `npm start` joins them: the real documents with an office, the real chat.

const BOSS = 'jefa@empresa.example'
const PASSWORD = 'secreto-de-prueba'

let dataDir = ''
let all: Launch
let collector: OtlpReceiver
let secrets: Readonly<Record<string, string>>
let admin: Caller

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oficina-joined-'))
  await shareCaches(dataDir)
  // As a person starts them, ports are known beforehand; the other tests let the system choose.
  const [documents, erp, chat] = await freePorts(3)
  const ports = {
    DOCUMENTS_PORT: String(documents),
    ERP_PORT: String(erp),
    CHAT_PORT: String(chat),
  }
  collector = await otlpReceiver()
  const environment = {
    CHAT_OWNER_EMAIL: BOSS,
    CHAT_DEMO: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    ...ports,
  }
  all = launch({ dataDir, environment })
  await all.banner()
  secrets = JSON.parse(await readFile(join(dataDir, 'demo-secrets.json'), 'utf8'))
  admin = await logIn('admin', secrets['erpPassword'] ?? '')
})

after(async () => {
  await all.stop('SIGTERM')
  await collector.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Ports that nobody uses: the system chooses them, and they are free again when they are used. */
async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  // A server that listens on a port has an address of this form.
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

interface Caller {
  create(model: string, body: object): Promise<number>
  /** The id of the record with this key. */
  known(model: string, clave: string): Promise<number>
  /** The state in which it then is. */
  authorize(compra: number): Promise<string>
  get(path: string): ReturnType<typeof exchange>
}

async function logIn(usuario: string, password: string): Promise<Caller> {
  const api = `${all.url('erp')}/api/v1`
  const body = { usuario, password }
  const login = await exchange(`${api}/auth/login`, 'POST', { body })
  assert.equal(login.status, 200, login.text)
  const headers = { authorization: `Bearer ${login.json.data.token}` }
  const get = (path: string) => exchange(`${api}/${path}`, 'GET', { headers })
  const post = (path: string, sent: object) =>
    exchange(`${api}/${path}`, 'POST', { headers, body: sent })
  return {
    get,
    create: async (model, fields) => {
      const answer = await post(model, fields)
      assert.equal(answer.status, 201, `${model}: ${answer.text}`)
      return answer.json.data.id
    },
    known: async (model, clave) => {
      const answer = await get(`${model}?clave=${clave}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.json.data[0].id
    },
    authorize: async (compra) => {
      const answer = await post(`Compra/${compra}/actions/autorizar_compra`, {})
      assert.equal(answer.status, 200, answer.text)
      return (await get(`Compra/${compra}`)).json.data.estado
    },
  }
}

async function purchase(folio: string, precio: string): Promise<number> {
  const proveedor = await admin.create('Proveedor', {
    clave: folio,
    razon_social: 'Aceros & Perfiles «Ñandú», S.A.',
    rfc: 'ANO010101AB1',
    correo: 'ventas@aceros.example',
    estado: 'activo',
  })
  const condicion = await admin.create('CondicionPago', {
    clave: folio,
    nombre: '30 días',
    dias: 30,
    aplica: 'proveedores',
  })
  const unidad = (await admin.get('UnidadMedida?per_page=1')).json.data[0].id
  return await admin.create('Compra', {
    folio,
    proveedor,
    moneda: await admin.known('Moneda', 'MXN'),
    condicion_pago: condicion,
    partidas: [{ partida: 1, descripcion: 'Varilla', cantidad: '2', unidad, precio }],
  })
}

/** A user who may authorize up to an amount. */
async function buyer(usuario: string, correo: string, limit: string): Promise<Caller> {
  const perfil = await admin.create('Perfil', { clave: usuario, nombre: usuario })
  for (const right of ['leer', 'autorizar_compra'])
    await admin.create('PerfilPermiso', {
      perfil,
      permiso: await admin.known('PermisoSistema', `Compra.${right}`),
      concedido: true,
      ...(right === 'leer' ? {} : { limite_importe: limit }),
    })
  const person = { usuario, nombre: usuario, correo, password: PASSWORD, estado: 'activo' }
  const id = await admin.create('Usuario', person)
  await admin.create('UsuarioPerfil', { usuario: id, perfil, inicio_vigencia: '2026-01-01' })
  return await logIn(usuario, PASSWORD)
}

test('an order is a PDF for download, and enclosed in the mail to the supplier', async () => {
  const id = await purchase('OC-1', '617.25')
  const form = await admin.get(`Compra/${id}/pdf`)
  assert.equal(form.status, 200, form.text)
  assert.equal(form.bytes.subarray(0, 5).toString('latin1'), '%PDF-')
  assert.equal(await admin.authorize(id), 'autorizada')
  const mail = await eventually('the mail is sent', async () => {
    const files = await readdir(join(dataDir, 'mail')).catch(() => [])
    const [file] = files.filter((name) => name.endsWith('.eml'))
    return file === undefined ? undefined : await readFile(join(dataDir, 'mail', file), 'utf8')
  })
  assert.match(mail, /application\/pdf; name="?Orden de compra OC-1\.pdf/)
})

test('an approver finds a direct message of the ERP in the chat', async () => {
  await buyer('jefa', BOSS, '1000000.00')
  const clerk = await buyer('auxiliar', 'auxiliar@empresa.example', '10.00')
  assert.equal(await clerk.authorize(await purchase('OC-2', '5000.00')), 'en_autorizacion')
  const key = Buffer.from(`${BOSS}:${secrets['chatApiKey']}`).toString('base64')
  const query = new URLSearchParams({
    anchor: 'newest',
    num_before: '5',
    num_after: '0',
    apply_markdown: 'false',
    narrow: '[{"operator":"is","operand":"dm"}]',
  })
  const [message] = await eventually('the message is there', async () => {
    const answer = await exchange(`${all.url('chat')}/api/v1/messages?${query.toString()}`, 'GET', {
      headers: { authorization: `Basic ${key}` },
    })
    assert.equal(answer.status, 200, answer.text)
    return answer.json.messages.length > 0 ? answer.json.messages : undefined
  })
  assert.equal(message.sender_email, 'erp-bot@localhost')
  assert.match(message.content, /`OC-2`.*`Aceros & Perfiles «Ñandú», S\.A\.`.*10,000\.00 MXN/)
})

test('the health of the ERP says that both answered, and no record shows the key of the bot', async () => {
  const health = await exchange(`${all.url('erp')}/health`, 'GET')
  assert.deepEqual(health.json.joined, { documents: 'ok', chat: 'ok' })
  for (const key of ['chatBotApiKey', 'documentsApiKey']) {
    const said = key === 'chatBotApiKey' ? all.output() : JSON.stringify(all.records('erp'))
    assert.ok(!said.includes(secrets[key] ?? ''), key)
  }
})

test('a form and a notice are one trace each, from the ERP into the service that it asks', async () => {
  for (const [service, name, route] of [
    ['documents', 'POST documents', '/render'],
    ['chat', 'POST chat', '/api/v1/messages'],
  ] as const) {
    await eventually(`the spans of ${service} are there`, () =>
      collector.spans.find(
        ({ attributes, parentSpanId, traceId, ...span }) =>
          span.service === `oficina-${service}` &&
          attributes['http.route'] === route &&
          // The first try of a form finds no template.
          attributes['http.response.status_code'] === 200 &&
          collector.spans.some(
            (call) =>
              call.service === 'oficina-erp' &&
              call.name === name &&
              call.spanId === parentSpanId &&
              call.traceId === traceId,
          ),
      ),
    )
  }
  const request = collector.spans.find(({ name }) => name === 'GET /api/v1/:modelo/:id/pdf')
  const services = collector.spans
    .filter(({ traceId }) => traceId === request?.traceId)
    .map(({ service }) => service)
  assert.deepEqual(new Set(services), new Set(['oficina-erp', 'oficina-documents']))
  for (const secret of Object.values(secrets)) assert.ok(!collector.text().includes(secret))
})
