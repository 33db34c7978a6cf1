import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { readCfdi } from '../../../src/fiscal/cfdi/xml/read.ts'
import type { ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { csdInputs, entryOf, idOf, RFC, shop, type Shop, type TestPac } from './stamping-fixture.ts'
import { startStampingShop, type StampingShop } from './stamping-shop.ts'

// A service of its own: a PAC stamps for it, with a clock that moves.

const HOUR_MS = 60 * 60_000

let erp: ErpTest
let pac: TestPac
let stop: () => Promise<void>
let own: Shop
/** The PAC's clock, which is the service's until a test says otherwise. */
let pacClock: StampingShop['pacClock']

before(async () => {
  ;({ erp, pac, own, pacClock, stop } = await startStampingShop())
})

after(() => stop())

/** The stamps that the PAC gave in all. */
async function stamps(): Promise<number> {
  const rows = await erp.owner.query<{ uuid: string }>(
    sql`select uuid::text as uuid from public.cfdi where uuid is not null`,
  )
  return rows.filter(({ uuid }) => pac.simulator.ledger.byUuid(uuid) !== undefined).length
}

interface Traces {
  readonly estado: string
  readonly cfdi: string | null
  readonly serie: string | null
  readonly folio: string | null
  readonly debe: number
  readonly polizas: number
  readonly xml: number
}

/** What a sale has come to. */
async function traces(venta: number): Promise<Traces | undefined> {
  const [row] = await erp.owner.query<Traces>(sql`
    select v.estado, c.estado as cfdi, c.serie, c.folio,
      (select count(*)::int4 from public.cuenta_por_cobrar q where q.empresa_id = v.empresa_id and q.venta = v.id) as debe,
      (select count(*)::int4 from public.poliza p join public.modelo_sistema m on m.id = p.modelo and m.nombre = 'Venta'
        where p.empresa_id = v.empresa_id and p.registro = v.id::text) as polizas,
      (select count(*)::int4 from public.adjunto a where a.empresa_id = v.empresa_id and a.id = c.xml) as xml
    from public.venta v left join public.cfdi c on c.empresa_id = v.empresa_id and c.id = v.cfdi
    where v.empresa_id = ${erp.empresaId} and v.id = ${venta}`)
  return row
}

function withoutNumber(found: Traces | undefined) {
  const { serie: _, folio: __, ...rest } = found ?? assert.fail('there is no such sale')
  return rest
}

const INVOICED = { estado: 'facturada', cfdi: 'vigente', debe: 1, polizas: 1, xml: 1 }
const UNTOUCHED = { estado: 'confirmada', debe: 0, polizas: 0, xml: 0 }

test('timbrar_venta invoices a confirmed sale: stamped once, owed and booked', async () => {
  const id = await own.sale('1000.00')
  const asked = pac.asked()
  const answer = await own.actOn('timbrar_venta', id)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(pac.asked(), asked + 1)
  const { record } = answer.json.data
  assert.equal(record.estado, 'facturada')
  assert.match(record.uuid, /^[\dA-F-]{36}$/)
  const cfdi = await own.read('Cfdi', record.cfdi)
  assert.equal(cfdi['estado'], 'vigente')
  assert.equal(cfdi['uuid'], record.uuid)
  const [owed] = await own.list(`CuentaPorCobrar?venta=${id}`)
  assert.equal(owed?.['saldo'], 1160)
  assert.equal(owed?.['vencimiento'], '2026-04-01')
  assert.deepEqual(await entryOf(own, 'Venta', id), [
    { cuenta: '105-01', cargo: '1160.00', abono: '0.00' },
    { cuenta: '209-01', cargo: '0.00', abono: '160.00' },
    { cuenta: '401-01', cargo: '0.00', abono: '1000.00' },
  ])
  for (const [model, owner] of [
    ['Cfdi', String(cfdi['id'])],
    ['Venta', String(id)],
  ] as const) {
    const [file] = await own.list(`${model}/${owner}/adjuntos`)
    const content = await own.client.get(`${API}/adjuntos/${String(file?.['id'])}/contenido`)
    const read = readCfdi(Buffer.from(content.text))
    assert.ok(read.ok, content.text)
    assert.equal(read.value.comprobante.Complemento?.TimbreFiscalDigital?.UUID, cfdi['uuid'])
  }
  await eventually('the customer has the XML', async () => {
    const folder = join(erp.dataDir, 'mail')
    const mails = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
    const texts = await Promise.all(mails.map((name) => readFile(join(folder, name), 'utf8')))
    return texts.some((text) => {
      // Quoted-printable folds long lines.
      const unfolded = text.replaceAll(/=\r?\n/g, '')
      return unfolded.includes(record.uuid) && unfolded.includes('application/xml')
    })
  })
})

test('a batch stamps what it can, numbers without a gap, and refuses the rest with the field to mend', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => own.sale('10.00')))
  const bad = await own.sale('10.00', {
    partida: {
      unidad: await own.create('UnidadMedida', { clave: 'RARA', nombre: 'Rara', magnitud: 1 }),
    },
  })
  const answer = await own.act('timbrar_venta', [...ids, bad])
  const { results } = answer.json.data
  assert.deepEqual(
    results.filter(({ ok }: { ok: boolean }) => ok).map(({ id }: { id: number }) => id),
    ids,
    answer.text,
  )
  const { errors } = results.at(-1)
  assert.equal(errors[0].code, 'VALIDATION')
  assert.equal(errors[0].field, 'partidas[1].unidad')
  const folios = await erp.owner.query<{ folio: string }>(sql`
    select folio from public.cfdi where empresa_id = ${erp.empresaId} and serie = 'F' order by folio::int8`)
  assert.deepEqual(
    folios.map(({ folio }) => folio),
    folios.map((_, index) => String(index + 1)),
  )
  assert.deepEqual(await traces(bad), { ...UNTOUCHED, cfdi: null, serie: null, folio: null })
})

test('two callers at once stamp a sale once', async () => {
  const id = await own.sale('10.00')
  const before = await stamps()
  const answers = await Promise.all([
    own.actOn('timbrar_venta', id),
    own.actOn('timbrar_venta', id),
    own.actOn('timbrar_venta', id),
  ])
  assert.deepEqual(
    answers.map(verdict).toSorted(([a], [b]) => a - b),
    [
      [200, null],
      [409, 'INVALID_STATE'],
      [409, 'INVALID_STATE'],
    ],
  )
  assert.equal(await stamps(), before + 1)
  assert.deepEqual(withoutNumber(await traces(id)), INVOICED)
})

test('a request that is repeated with its key is answered alike and stamps nothing more', async () => {
  const id = await own.sale('10.00')
  const client = own.client.with({ 'idempotency-key': 'timbrar-una-vez' })
  const path = `${API}/Venta/actions/timbrar_venta`
  const first = await client.post(path, { ids: [id] })
  const asked = pac.asked()
  const second = await client.post(path, { ids: [id] })
  assert.deepEqual(second.json.data, first.json.data)
  assert.equal(pac.asked(), asked)
})

test('a PAC that is away keeps a sale waiting; it is finished by itself, with the stamp that was lost', async () => {
  for (const point of ['before', 'after'] as const) {
    const id = await own.sale('10.00')
    const before = await stamps()
    pac.order({ operation: 'stamp', point, effect: 'cut', times: 3 })
    const answer = await own.actOn('timbrar_venta', id)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.json.data.warnings[0].code, 'PAC_UNAVAILABLE')
    const waiting = await traces(id)
    assert.equal(waiting?.cfdi, 'por_timbrar')
    assert.equal(waiting?.estado, 'confirmada')
    const change = await own.client.send('PUT', `${API}/Venta/${id}`, {
      body: { fecha_entrega: '2026-03-20' },
    })
    assert.deepEqual(verdict(change), [409, 'INVALID_STATE'])
    const march = (await own.list('PeriodoContable?ejercicio=1&numero=3'))[0]?.['id']
    const closing = await own.client.post(
      `${API}/PeriodoContable/${String(march)}/actions/cerrar_periodo`,
      {},
    )
    assert.equal(closing.json.errors[0].code, 'PENDING_DOCUMENTS')
    assert.equal(closing.json.errors[0].dependents.Cfdi.count, 1)
    erp.clock.advance(60_000)
    await eventually('the sale is invoiced', async () => (await traces(id))?.estado === 'facturada')
    assert.deepEqual(withoutNumber(await traces(id)), INVOICED)
    assert.equal(await stamps(), before + 1)
  }
})

test('what the PAC refuses is refused with its code and text, and goes out again under its folio', async () => {
  const id = await own.sale('10.00')
  pacClock.now = () => erp.clock.now() + 73 * HOUR_MS
  const answer = await own.actOn('timbrar_venta', id)
  pacClock.now = erp.clock.now
  assert.deepEqual(verdict(answer), [422, 'PAC_REJECTED'])
  const [error] = answer.json.errors
  assert.equal(error.pac_code, '401')
  assert.match(error.pac_text, /72 horas/)
  const refused = await traces(id)
  assert.deepEqual(refused, {
    ...UNTOUCHED,
    cfdi: 'rechazado',
    serie: 'F',
    folio: refused?.folio,
  })
  const again = await own.actOn('timbrar_venta', id)
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(await traces(id), { ...INVOICED, serie: 'F', folio: refused?.folio })
  const lines = await own.list(`CfdiConcepto?cfdi=${again.json.data.record.cfdi}`)
  assert.equal(lines.length, 1)
})

test('a CFDI that the service sealed, and what it invoices, are changed by actions alone', async () => {
  const id = await own.sale('10.00')
  const { record } = (await own.actOn('timbrar_venta', id)).json.data
  const put = (model: string, key: number, body: object) =>
    own.client.send('PUT', `${API}/${model}/${key}`, { body })
  assert.deepEqual(verdict(await put('Cfdi', record.cfdi, { total: '1.00' })), [
    409,
    'INVALID_STATE',
  ])
  assert.deepEqual(verdict(await put('Venta', id, { uuid: randomUUID() })), [
    422,
    'READ_ONLY_FIELD',
  ])
  const [line] = await own.list(`CfdiConcepto?cfdi=${record.cfdi}`)
  const changed = await put('CfdiConcepto', Number(line?.['id']), { descripcion: 'Otro' })
  assert.deepEqual(verdict(changed), [409, 'INVALID_STATE'])
})

test('who reads a CFDI that the service sealed is told what of it may change, and of another nothing', async () => {
  const id = await own.sale('10.00')
  const { record } = (await own.actOn('timbrar_venta', id)).json.data
  const [line] = await own.list(`CfdiConcepto?cfdi=${record.cfdi}`)
  const changes = async (path: string) =>
    (await own.client.get(`${API}/${path}`)).json.meta.changes_only
  for (const query of ['', '?lines=true', '?lean=true', '?fields=total'])
    assert.deepEqual(await changes(`Cfdi/${record.cfdi}${query}`), ['pdf'])
  assert.deepEqual(await changes(`CfdiConcepto/${String(line?.['id'])}`), [])
  const { data: sealed } = (await own.client.get(`${API}/Cfdi/${record.cfdi}`)).json
  const mine = await own.create('Cfdi', {
    sentido: 'recibido',
    uuid: randomUUID(),
    tipo: sealed.tipo,
    version_cfdi: '4.0',
    fecha: sealed.fecha,
    rfc_emisor: RFC,
    nombre_emisor: 'Otra',
    rfc_receptor: RFC,
    nombre_receptor: 'Propia',
    moneda: sealed.moneda,
    estado: 'vigente',
  })
  assert.equal(await changes(`Cfdi/${mine}`), undefined)
  assert.equal(await changes(`Venta/${id}`), undefined)
})

test('a sale in several parts is owed in parts, in its own currency and at its rate', async () => {
  const condicion = await own.create('CondicionPago', {
    clave: '3PAGOS',
    nombre: 'Tres pagos',
    dias: 90,
    aplica: 'clientes',
  })
  for (const [numero, dias] of [
    [1, 30],
    [2, 60],
    [3, 90],
  ] as const) {
    await own.create('CondicionPagoParcialidad', {
      condicion,
      numero,
      dias,
      porcentaje: numero === 3 ? '0.34' : '0.33',
      base: 'fecha_factura',
    })
  }
  const venta = {
    condicion_pago: condicion,
    moneda: await idOf(erp, sql`moneda`, 'USD'),
    tipo_cambio: '17.123456',
  }
  const id = await own.sale('100.01', { venta })
  const answer = await own.actOn('timbrar_venta', id)
  assert.equal(answer.status, 200, answer.text)
  const [owed] = await own.list(`CuentaPorCobrar?venta=${id}`)
  assert.equal(owed?.['saldo'], 116.01)
  assert.equal(owed?.['vencimiento'], '2026-05-31')
  const parts = await own.list(
    `CuentaPorCobrarParcialidad?cuenta=${String(owed?.['id'])}&sort=numero`,
  )
  assert.deepEqual(
    parts.map(({ importe, vencimiento }) => [vencimiento, importe]),
    [
      ['2026-04-01', 38.28],
      ['2026-05-01', 38.28],
      ['2026-05-31', 39.45],
    ],
  )
  assert.deepEqual(await entryOf(own, 'Venta', id), [
    { cuenta: '105-01', cargo: '1986.49', abono: '0.00' },
    { cuenta: '209-01', cargo: '0.00', abono: '273.98' },
    { cuenta: '401-01', cargo: '0.00', abono: '1712.51' },
  ])
})

test('a sale to the public at large is a global invoice of its day', async () => {
  const cliente = await own.create('Cliente', {
    clave: 'PUBLICO',
    razon_social: 'Publico en general',
    rfc: 'XAXX010101000',
    regimen_fiscal: await idOf(erp, sql`regimen_fiscal`, '616'),
    uso_cfdi: await idOf(erp, sql`uso_cfdi`, 'S01'),
    estado: 'activo',
  })
  const forma = await own.create('FormaPago', {
    clave: 'EFE',
    nombre: 'Efectivo',
    forma_pago_sat: await idOf(erp, sql`forma_pago_sat`, '01'),
    activo: true,
  })
  const venta = { cliente, condicion_pago: own.contado, forma_pago: forma }
  const id = await own.sale('10.00', { venta })
  const answer = await own.actOn('timbrar_venta', id)
  assert.equal(answer.status, 200, answer.text)
  const cfdi = await own.read('Cfdi', answer.json.data.record.cfdi)
  assert.equal(cfdi['anio_global'], 2026)
  assert.equal(cfdi['nombre_receptor'], 'PUBLICO EN GENERAL')
  const [owed] = await own.list(`CuentaPorCobrar?venta=${id}`)
  assert.equal(owed?.['vencimiento'], '2026-03-02')
})

test('a certificate that cannot seal for the company is refused with what is wrong', async () => {
  const register = async (inputs: object) =>
    await own.client.post(`${API}/CertificadoSat/actions/registrar_certificado`, inputs)
  const good = await csdInputs(pac, RFC)
  const cases: readonly (readonly [object, string])[] = [
    [await csdInputs(pac, 'URE180429TM6'), 'certificado'],
    [await csdInputs(pac, RFC, 'efirma'), 'certificado'],
    [{ ...good, contrasena: 'otra' }, 'contrasena'],
    [{ ...good, llave: good.certificado }, 'contrasena'],
  ]
  for (const [inputs, field] of cases) {
    const answer = await register(inputs)
    assert.deepEqual(verdict(answer), [422, 'VALIDATION'], answer.text)
    assert.equal(answer.json.errors[0].field, field)
  }
})

test('another company stamps nothing of this one, and is told what it lacks itself', async () => {
  const id = await own.sale('10.00')
  const other = await erp.otherCompany()
  const answer = await other.post(`${API}/Venta/${id}/actions/timbrar_venta`, {})
  assert.deepEqual(verdict(answer), [422, 'CONFIGURATION_INCOMPLETE'])
  assert.match(answer.json.errors[0].message, /domicilio_fiscal/)
  const configured = await shop(erp, other)
  const hidden = await configured.actOn('timbrar_venta', id)
  assert.deepEqual(verdict(hidden), [422, 'CONFIGURATION_INCOMPLETE'])
  assert.match(hidden.json.errors[0].message, /no CSD/)
  const registered = await other.post(
    `${API}/CertificadoSat/actions/registrar_certificado`,
    await csdInputs(pac, RFC),
  )
  assert.equal(registered.status, 200, registered.text)
  assert.deepEqual(verdict(await configured.actOn('timbrar_venta', id)), [404, 'NOT_FOUND'])
  assert.equal((await traces(id))?.estado, 'confirmada')
})

test('without its right nobody stamps', async () => {
  const id = await own.sale('10.00')
  await own.create('Usuario', {
    usuario: 'nadie',
    nombre: 'Nadie',
    password: 'secreto-de-prueba',
    correo: 'nadie@empresa.example',
    estado: 'activo',
  })
  const nobody = await erp.logIn('nadie', 'secreto-de-prueba')
  const answer = await nobody.post(`${API}/Venta/actions/timbrar_venta`, { ids: [id] })
  assert.deepEqual(verdict(answer), [403, 'FORBIDDEN'])
})
