import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { startOwnErp, type ErpTest } from '../../erp-service.ts'
import { API, companyOf, type Company } from '../../rights/rights-fixture.ts'
import {
  csdInputs,
  RFC,
  shop,
  startPac,
  type Shop,
  type TestPac,
} from '../cfdi/stamping-fixture.ts'
import { purchasing, verdict, type Purchasing } from '../purchase-fixture.ts'
import {
  BOT,
  chatStub,
  DOCUMENTS_KEY,
  documentsStub,
  type ChatStub,
  type DocumentsStub,
} from './joined-stubs.ts'
import { readQr } from './read-qr.ts'

// Deep: it waits for the tries of mails and messages to services that are away.
// A service of its own: it moves the clock.

let documents: DocumentsStub
let chat: ChatStub
let erp: ErpTest
let company: Purchasing
let rights: Company
let store: Shop
let pac: TestPac
/** The PAC's clock, which is the service's until a test says otherwise. */
const pacClock = { now: Date.now }

before(async () => {
  documents = await documentsStub()
  chat = await chatStub()
  pac = await startPac(() => pacClock.now())
  erp = await startOwnErp({
    pac: pac.settings,
    joined: {
      documentsUrl: documents.url,
      documentsApiKey: DOCUMENTS_KEY,
      chatUrl: chat.url,
      chatBotEmail: BOT.email,
      chatBotApiKey: BOT.apiKey,
    },
  })
  company = await purchasing(erp, erp.admin)
  rights = companyOf(erp)
  pacClock.now = erp.clock.now
  store = await shop(erp, await erp.otherCompany())
  const registered = await store.client.post(
    `${API}/CertificadoSat/actions/registrar_certificado`,
    await csdInputs(pac, RFC),
  )
  assert.equal(registered.status, 200, registered.text)
})

beforeEach(() => {
  documents.fault = undefined
  chat.failures = 0
  chat.messages.length = 0
})

after(async () => {
  await erp.stop()
  await documents.close()
  await chat.close()
  await pac.stop()
})

const FORMS = join(import.meta.dirname, '../../../data/forms')

/** What the outbox holds for a purchase. */
async function sentOf(compra: number) {
  return await erp.owner.query<{
    id: string
    tipo: string
    estado: string
    intentos: number
    ultimo_error: string | null
  }>(sql`select id::text as id, tipo, estado, intentos, ultimo_error from oficina.salida
         where modelo = 'Compra' and registro = ${String(compra)} order by id`)
}

/** The mail to the supplier, once it has been sent. */
async function orderMailOf(compra: number): Promise<string> {
  const mail = await eventually('the mail is sent', async () =>
    (await sentOf(compra)).find(({ tipo, estado }) => tipo === 'correo' && estado === 'enviada'),
  )
  return await readFile(join(erp.dataDir, 'mail', `1-${mail.id.padStart(8, '0')}.eml`), 'utf8')
}

function lastRender() {
  const last = documents.renders.at(-1)
  assert.ok(last)
  return last
}

test('a purchase has a form as PDF, made by documents from the template that the service ships', async () => {
  const id = await company.purchase('1234.50', { partida: { cantidad: '2.50', precio: '493.80' } })
  const answer = await erp.admin.get(`${API}/Compra/${id}/pdf`)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.contentType, 'application/pdf')
  assert.match(String(answer.headers.get('content-disposition')), /Orden de compra OC-\d+\.pdf/)
  assert.equal(answer.text.slice(0, 5), '%PDF-')
  const { slug, data } = lastRender()
  const shipped = await readFile(join(FORMS, 'compra.docx'))
  const hash = createHash('sha256').update(shipped).digest('hex')
  assert.equal(slug, `erp-compra-${hash.slice(0, 40)}`)
  assert.deepEqual(documents.templates.get(slug)?.subarray(0, shipped.length), shipped)
  assert.equal(data['empresa'].nombre, 'Primera, S.A. de C.V.')
  assert.equal(data['aviso'], 'BORRADOR, SIN AUTORIZAR')
  assert.equal(data['proveedor'].rfc, 'ANO010101AB1')
  assert.equal(data['letra'], 'MIL DOSCIENTOS TREINTA Y CUATRO PESOS 50/100 M.N.')
  const [{ cantidad, precio, importe }] = data['partidas']
  assert.deepEqual([cantidad, precio, importe], ['2.5', '493.80', '1234.50'])
})

test('a record of another company has no form, nor has a model without one', async () => {
  const id = await company.purchase('10.00')
  const other = await erp.otherCompany()
  assert.deepEqual(verdict(await other.get(`${API}/Compra/${id}/pdf`)), [404, 'NOT_FOUND'])
  const answer = await erp.admin.get(`${API}/Moneda/1/pdf`)
  assert.deepEqual(verdict(answer), [404, 'NOT_FOUND'])
  assert.match(answer.text, /Cfdi, Compra, Venta/)
})

test('a form that would show a hidden field is refused, naming the field', async () => {
  const id = await company.purchase('10.00')
  const profile = await rights.profile('CIEGO', {
    grants: ['Compra.leer', 'CompraPartida.leer', 'Proveedor.leer'],
    fields: { 'CompraPartida.precio': 'oculto' },
  })
  const person = await rights.person('ciego', [profile])
  const answer = await person.client.get(`${API}/Compra/${id}/pdf`)
  assert.deepEqual([...verdict(answer), answer.json.errors[0].field], [403, 'FORBIDDEN', 'precio'])
})

test('while documents is away the form is 503 with Retry-After, and with a wrong key 422', async () => {
  const id = await company.purchase('10.00')
  documents.fault = { status: 503, code: 'OFFICE_UNAVAILABLE' }
  const away = await erp.admin.get(`${API}/Compra/${id}/pdf`)
  assert.deepEqual([...verdict(away), away.headers.get('retry-after')], [503, 'UNAVAILABLE', '30'])
  assert.equal((await erp.client.get('/health')).json.joined.documents, 'failing')
  documents.fault = { status: 401, code: 'UNAUTHORIZED' }
  const wrong = await erp.admin.get(`${API}/Compra/${id}/pdf`)
  assert.deepEqual(verdict(wrong), [422, 'CONFIGURATION_INCOMPLETE'])
  assert.match(wrong.text, /DOCUMENTS_API_KEY/)
  documents.fault = { status: 500, code: 'RENDER_ERROR' }
  const broken = await erp.admin.get(`${API}/Compra/${id}/pdf`)
  assert.deepEqual(verdict(broken), [422, 'FORM_FAILED'])
})

test('the order that the supplier receives by mail has its form enclosed', async () => {
  const id = await company.purchase('99.00')
  await company.actOn('autorizar_compra', id)
  const mail = await orderMailOf(id)
  assert.match(mail, /^Content-Type: application\/pdf; name="?Orden de compra OC-\d+\.pdf"?$/m)
  assert.ok(mail.includes(Buffer.from('%PDF-1.7').toString('base64').slice(0, 8)))
  assert.equal(lastRender().data['aviso'], '')
})

test('a mail waits for documents, and after six tries goes without its form', async () => {
  documents.fault = { status: 503, code: 'OFFICE_UNAVAILABLE' }
  const id = await company.purchase('98.00')
  await company.actOn('autorizar_compra', id)
  for (const tries of [1, 2, 3, 4, 5]) {
    const row = await eventually(`it was tried ${tries} times`, async () =>
      (await sentOf(id)).find(({ tipo, intentos }) => tipo === 'correo' && intentos === tries),
    )
    assert.equal(row.estado, 'pendiente')
    assert.match(String(row.ultimo_error), /documents/)
    erp.clock.advance(10 * 60_000)
  }
  assert.doesNotMatch(await orderMailOf(id), /application\/pdf/)
})

test('nothing is locked while a form is made, and a mail whose sender died is sent by another, once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  documents.held = promise
  const id = await company.purchase('97.00')
  await company.actOn('autorizar_compra', id)
  await eventually('a form is being made', () => documents.held === undefined)
  // Fails at once when somebody holds the row.
  await erp.owner.execute(
    sql`select 1 from oficina.salida where modelo = 'Compra' and registro = ${String(id)} for update nowait`,
  )
  const second = await erp.secondServer()
  erp.clock.advance(16 * 60_000)
  const mail = await orderMailOf(id)
  assert.match(mail, /application\/pdf/)
  const before = documents.renders.length
  resolve()
  await eventually('the first form is there too', () => documents.renders.length > before)
  await second.stop()
  const [row] = await sentOf(id)
  assert.deepEqual([row?.estado, row?.intentos], ['enviada', 1])
})

test('a company’s own template and logo replace those of the service', async () => {
  const [model] = await erp.owner.query<{ id: number }>(
    sql`select id from public.modelo_sistema where nombre = 'Compra'`,
  )
  const format = await company.create('FormatoImpresion', {
    clave: 'OC',
    nombre: 'Orden de compra',
    modelo: model?.id,
    plantilla: 'Adjunta',
    papel: 'carta',
    activo: true,
  })
  const own = await readFile(join(FORMS, 'cfdi.docx'))
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  for (const [name, bytes] of [
    ['propia.docx', own],
    ['logo.png', picture],
  ] as const) {
    const file = new FormData()
    file.set('archivo', new File([new Uint8Array(bytes)], name))
    const attached = await erp.admin.post(`${API}/FormatoImpresion/${format}/adjuntos`, file)
    assert.equal(attached.status, 201, attached.text)
  }
  const id = await company.purchase('10.00')
  assert.equal((await erp.admin.get(`${API}/Compra/${id}/pdf`)).status, 200)
  const { slug, data } = lastRender()
  assert.match(slug, /^erp-own-[\da-f]{40}$/)
  assert.deepEqual(documents.templates.get(slug)?.subarray(0, own.length), own)
  assert.equal(data['logo'], `data:image/png;base64,${picture.toString('base64')}`)
  await company.update('FormatoImpresion', format, { activo: false })
})

/** The mails that were sent for a sale. */
async function invoiceMailOf(venta: number): Promise<string> {
  const mail = await eventually('the mail is sent', async () => {
    const [row] = await erp.owner.query<{ empresa: string; id: string }>(
      sql`select empresa_id::text as empresa, id::text as id from oficina.salida
          where modelo = 'Venta' and registro = ${String(venta)} and tipo = 'correo' and estado = 'enviada'
            and destino = 'pagos@universidad.example'`,
    )
    return row
  })
  const name = `${mail.empresa}-${mail.id.padStart(8, '0')}.eml`
  return await readFile(join(erp.dataDir, 'mail', name), 'utf8')
}

test('the printed form of a CFDI has its seals, its cadena and a code that leads to the SAT', async () => {
  const id = await store.sale('1000.00')
  assert.equal((await store.actOn('timbrar_venta', id)).status, 200)
  const { cfdi, uuid } = await store.read('Venta', id)
  for (const path of [`Venta/${id}`, `Cfdi/${cfdi}`]) {
    const answer = await store.client.get(`${API}/${path}/pdf`)
    assert.equal(answer.status, 200, answer.text)
    const { data } = lastRender()
    assert.deepEqual([data['titulo'], data['uuid'], data['aviso']], ['FACTURA', uuid, ''])
    assert.equal(data['empresa'].domicilio, 'Madero, C.P. 06000')
    assert.match(data['leyenda'], /SIN VALIDEZ FISCAL/)
    assert.match(data['cadena'], new RegExp(`^\\|\\|1\\.1\\|${uuid}\\|`, 'i'))
    assert.ok(data['sello_cfdi'].length > 300 && data['sello_sat'].length > 300)
    assert.equal(data['letra'], 'MIL CIENTO SESENTA PESOS 00/100 M.N.')
    assert.match(data['receptor'].uso, /^G03 Gastos en general/)
    assert.deepEqual(data['impuestos'], [{ nombre: 'IVA 16 %', importe: '160.00' }])
    assert.match(readQr(data['qr']), new RegExp(`\\?id=${uuid}&re=.*&tt=1160\\.000000&fe=`, 'i'))
  }
})

test('the form of a received CFDI is headed by who issued it, without the company’s own address', async () => {
  const sale = await store.sale('10.00')
  assert.equal((await store.actOn('timbrar_venta', sale)).status, 200)
  const [{ id: attachment } = { id: 0 }] = await store.list(`Venta/${sale}/adjuntos`)
  const { bytes } = await store.client.get(`${API}/adjuntos/${attachment}/contenido`)
  const { uuid } = await store.read('Venta', sale)
  const [type] = await erp.owner.query<{ id: number }>(
    sql`select id from public.tipo_comprobante where clave = 'I'`,
  )
  const id = await company.create('Cfdi', {
    uuid,
    sentido: 'recibido',
    tipo: type?.id,
    version_cfdi: '4.0',
    fecha: '2026-03-02T15:00:00Z',
    rfc_emisor: RFC,
    nombre_emisor: 'ESCUELA KEMPER URGATE',
    rfc_receptor: 'URE180429TM6',
    nombre_receptor: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    moneda: company.moneda,
    total: '11.60',
  })
  const file = new FormData()
  file.set('archivo', new File([new Uint8Array(bytes)], 'cfdi.xml'))
  const attached = await erp.admin.post(`${API}/Cfdi/${id}/adjuntos`, file)
  assert.equal(attached.status, 201, attached.text)
  await erp.owner.execute(
    sql`update public.cfdi set xml = ${attached.json.data.id}::int8 where empresa_id = 1 and id = ${id}::int8`,
  )
  const answer = await erp.admin.get(`${API}/Cfdi/${id}/pdf`)
  assert.equal(answer.status, 200, answer.text)
  const { nombre, rfc, domicilio } = lastRender().data['empresa']
  assert.deepEqual([nombre, rfc, domicilio], ['ESCUELA KEMPER URGATE', RFC, ''])
})

test('the customer receives the CFDI and its printed form, and the CFDI alone without documents', async () => {
  const whole = await store.sale('10.00')
  assert.equal((await store.actOn('timbrar_venta', whole)).status, 200)
  const both = await invoiceMailOf(whole)
  assert.match(both, /^Content-Type: application\/pdf; /m)
  assert.match(both, /^Content-Type: application\/xml; /m)
  documents.fault = { status: 500, code: 'RENDER_ERROR' }
  const id = await store.sale('10.00')
  assert.equal((await store.actOn('timbrar_venta', id)).status, 200)
  const alone = await invoiceMailOf(id)
  assert.doesNotMatch(alone, /application\/pdf/)
  assert.match(alone, /^Content-Type: application\/xml; /m)
})

test('the channel is told of a CFDI that the PAC refused, with its code', async () => {
  const id = await store.sale('10.00')
  pacClock.now = () => erp.clock.now() + 73 * 60 * 60_000
  const answer = await store.actOn('timbrar_venta', id)
  pacClock.now = erp.clock.now
  assert.deepEqual(verdict(answer), [422, 'PAC_REJECTED'])
  const [message] = await eventually('the channel is told', () =>
    chat.messages.length > 0 ? chat.messages : undefined,
  )
  assert.equal(message?.['topic'], 'OTRA1: Timbrado')
  assert.equal(message?.['content'], `El PAC rechazó el CFDI de \`Venta ${id}\` con \`401\`.`)
})

test('a sale without a CFDI has no printed form yet', async () => {
  const id = await store.sale('10.00')
  const answer = await store.client.get(`${API}/Venta/${id}/pdf`)
  assert.deepEqual(verdict(answer), [409, 'INVALID_STATE'])
  assert.match(answer.text, /timbrar_venta/)
})

test('who may approve a purchase is told in a direct message, with supplier and amount', async () => {
  const small = await company.buyer('auxiliar', '100.00')
  await company.buyer('jefa', '100000.00')
  chat.people.set('jefa@empresa.example', 7)
  const id = await company.purchase('5000.00')
  assert.equal((await small.post(`${API}/Compra/${id}/actions/autorizar_compra`, {})).status, 200)
  assert.equal(await company.state(id), 'en_autorizacion')
  const [message] = await eventually('she is told', () =>
    chat.messages.length > 0 ? chat.messages : undefined,
  )
  assert.deepEqual([message?.['type'], message?.['to']], ['direct', '[7]'])
  assert.match(String(message?.['content']), /`OC-\d+`.*`Aceros del Norte, S\.A\.`.*5,000\.00 MXN/)
})

test('approvers without an account are told in the channel, without supplier and amount, once', async () => {
  chat.people.set('jefa@empresa.example', -7)
  chat.failures = 2
  const small = await company.buyer('auxiliar2', '100.00')
  const id = await company.purchase('6000.00', { compra: { folio: 'X`@**all**' } })
  await small.post(`${API}/Compra/${id}/actions/autorizar_compra`, {})
  for (const tries of [1, 2]) {
    await eventually(`it was refused ${tries} times`, async () =>
      (await sentOf(id)).some(({ tipo, intentos }) => tipo === 'chat' && intentos === tries),
    )
    erp.clock.advance(10 * 60_000)
  }
  await eventually('the channel is told', async () =>
    (await sentOf(id)).some(({ tipo, estado }) => tipo === 'chat' && estado === 'enviada'),
  )
  assert.deepEqual(chat.messages, [
    {
      type: 'stream',
      to: '["erp"]',
      topic: 'EMPRESA: Compra X`@**all**',
      content: "Por autorizar: la orden de compra `X'@**all**`.",
    },
  ])
})

test('the channel is told of a message that was given up', async () => {
  const id = await company.purchase('10.00')
  // The tenth attempt at an address that is no public one.
  await erp.owner.execute(sql`
    insert into oficina.salida (empresa_id, tipo, destino, contenido, modelo, registro, intentos, creada_en, proximo_intento)
    values (1, 'webhook', 'http://10.255.255.1/x', jsonb_build_object('suscripcion', 0, 'cuerpo', jsonb_build_object('evento', 'Compra.autorizada')), 'Compra', ${String(id)}, 9, now(),
      ${new Date(erp.clock.now())})`)
  const [message] = await eventually('the channel is told', () =>
    chat.messages.length > 0 ? chat.messages : undefined,
  )
  assert.equal(message?.['topic'], 'EMPRESA: Envíos fallidos')
  assert.match(String(message?.['content']), new RegExp(`\`Compra ${id}\``))
})
