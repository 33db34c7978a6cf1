import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'

const API = '/api/v1'
const UUID = '6128396F-C09B-4EC6-8699-43C5F7E3B230'

let erp: ErpTest
/** Ids of the SAT's catalogs by model and key. */
const ids = new Map<string, number>()

before(async () => {
  erp = await startErp()
  const catalogs: readonly (readonly [string, readonly object[]])[] = [
    [
      'RegimenFiscal',
      [
        { clave: '601', descripcion: 'General' },
        { clave: '612', descripcion: 'Actividades empresariales' },
        { clave: '616', descripcion: 'Sin obligaciones' },
      ],
    ],
    [
      'TipoPersona',
      [
        { clave: 'PF', nombre: 'Física', longitud_rfc: 13 },
        { clave: 'PM', nombre: 'Moral', longitud_rfc: 12 },
      ],
    ],
    [
      'UsoCfdi',
      [
        { clave: 'G03', descripcion: 'Gastos' },
        { clave: 'S01', descripcion: 'Sin efectos' },
        { clave: 'D01', descripcion: 'Médicos' },
      ],
    ],
    [
      'MetodoPago',
      [
        { clave: 'PUE', descripcion: 'Una' },
        { clave: 'PPD', descripcion: 'Parcialidades' },
      ],
    ],
    ['Impuesto', [{ clave: '002', descripcion: 'IVA' }]],
    ['TipoFactor', [{ clave: 'Tasa', descripcion: 'Tasa' }]],
    ['Moneda', [{ clave: 'MXN', nombre: 'Peso', decimales: 2 }]],
    ['TipoComprobante', [{ clave: 'I', descripcion: 'Ingreso' }]],
    [
      'FormaPagoSat',
      [
        { clave: '03', descripcion: 'Transferencia' },
        { clave: '99', descripcion: 'Por definir' },
      ],
    ],
  ]
  for (const [model, rows] of catalogs) for (const row of rows) await catalog(model, row)
  const g03 = id('UsoCfdi G03')
  for (const regime of ['601', '612'])
    await link('UsoCfdiRegimen', { uso_cfdi: g03, regimen_fiscal: id(`RegimenFiscal ${regime}`) })
  await link('RegimenTipoPersona', {
    regimen_fiscal: id('RegimenFiscal 601'),
    tipo_persona: id('TipoPersona PM'),
  })
  await link('RegimenTipoPersona', {
    regimen_fiscal: id('RegimenFiscal 612'),
    tipo_persona: id('TipoPersona PF'),
  })
  await link('ReglaFormaMetodo', {
    metodo_pago: id('MetodoPago PPD'),
    forma_pago_sat: id('FormaPagoSat 03'),
    permitido: false,
  })
})

after(() => erp.stop())

async function make(model: string, body: object): Promise<number> {
  const { status, json, text } = await erp.admin.post(`${API}/${model}`, body)
  assert.equal(status, 201, `${model}: ${text}`)
  return json.data.id
}

/** A row of a rule, unless it is there. */
async function link(model: string, row: Readonly<Record<string, number | boolean>>): Promise<void> {
  const query = Object.entries(row).map(([name, value]) => `${name}=${value}`)
  const { json } = await erp.admin.get(`${API}/${model}?${query.join('&')}`)
  if (json.data.length === 0) await make(model, row)
}

/** A row of a catalog, or the one that is there. */
async function catalog(model: string, row: object & { readonly clave?: string }): Promise<void> {
  const { json } = await erp.admin.get(`${API}/${model}?clave=${row.clave}`)
  ids.set(`${model} ${row.clave}`, json.data[0]?.id ?? (await make(model, row)))
}

function id(key: string): number {
  const [model = '', clave = ''] = key.split(' ')
  const found = ids.get(key)
  assert.ok(found, `${model} ${clave}`)
  return found
}

let made = 0

function client(more: object) {
  made += 1
  const base = { clave: `C${made}`, razon_social: 'Cliente', rfc: 'ANO010101AB1' }
  return { ...base, regimen_fiscal: id('RegimenFiscal 601'), ...more }
}

function cfdi(more: object) {
  return {
    sentido: 'emitido',
    tipo: id('TipoComprobante I'),
    version_cfdi: '4.0',
    fecha: '2026-11-22T12:00:00Z',
    rfc_emisor: 'ANO010101AB1',
    nombre_emisor: 'Primera',
    rfc_receptor: 'XAXX010101000',
    nombre_receptor: 'Público en general',
    moneda: id('Moneda MXN'),
    ...more,
  }
}

interface Case {
  readonly title: string
  readonly model: string
  readonly body: () => object
  readonly refused: string | null
}

const CASES: readonly Case[] = [
  {
    title: 'a use of CFDI that the regime of a customer admits is taken',
    model: 'Cliente',
    body: () => client({ uso_cfdi: id('UsoCfdi G03') }),
    refused: null,
  },
  {
    title: 'a use of CFDI that the regime of a customer does not admit is refused',
    model: 'Cliente',
    body: () =>
      client({
        rfc: 'XAXX010101000',
        regimen_fiscal: id('RegimenFiscal 616'),
        uso_cfdi: id('UsoCfdi G03'),
      }),
    refused: 'uso_cfdi',
  },
  {
    title: 'a regime of companies is refused for the RFC of a person',
    model: 'Cliente',
    body: () => client({ rfc: 'GOMJ800229H41' }),
    refused: 'regimen_fiscal',
  },
  {
    title: 'the generic RFC has the regime that it is given',
    model: 'Cliente',
    body: () => client({ rfc: 'XAXX010101000' }),
    refused: null,
  },
  {
    title: 'a CFDI that is not stamped yet needs no UUID',
    model: 'Cfdi',
    body: () => cfdi({}),
    refused: null,
  },
  {
    title: 'a CFDI in force needs its UUID',
    model: 'Cfdi',
    body: () => cfdi({ estado: 'vigente' }),
    refused: 'uuid',
  },
  {
    title: 'a received CFDI needs its UUID',
    model: 'Cfdi',
    body: () => cfdi({ sentido: 'recibido' }),
    refused: 'uuid',
  },
  {
    title: 'a CFDI in force is kept with its UUID in capitals',
    model: 'Cfdi',
    body: () => cfdi({ estado: 'vigente', uuid: UUID.toLowerCase() }),
    refused: null,
  },
  {
    title: 'a form of payment that does not go with the method is refused',
    model: 'Cfdi',
    body: () => cfdi({ metodo_pago: id('MetodoPago PPD'), forma_pago: id('FormaPagoSat 03') }),
    refused: 'forma_pago',
  },
  {
    title: 'a form of payment that goes with the method is taken',
    model: 'Cfdi',
    body: () => cfdi({ metodo_pago: id('MetodoPago PUE'), forma_pago: id('FormaPagoSat 03') }),
    refused: null,
  },
]

for (const { title, model, body, refused } of CASES) {
  test(title, async () => {
    const { status, json, text } = await erp.admin.post(`${API}/${model}`, body())
    if (refused === null) assert.equal(status, 201, text)
    else {
      const fields = json.errors.map(({ field }: { field: string }) => field)
      assert.deepEqual([status, fields], [422, [refused]], text)
    }
  })
}

test('a file of customers is held to the same rules, row by row', async () => {
  const { rfc, razon_social: name } = { rfc: 'ANO010101AB1', razon_social: 'Cliente' }
  const right = id('RegimenFiscal 601')
  const wrong = id('RegimenFiscal 612')
  const upload = (regimes: readonly number[]) => {
    const rows = regimes.map((regime) => {
      made += 1
      return `F${made},${name},${rfc},${regime}`
    })
    return erp.admin.send('POST', `${API}/Cliente/import?mode=all`, {
      body: `${['clave,razon_social,rfc,regimen_fiscal', ...rows].join('\n')}\n`,
      headers: { 'content-type': 'text/csv' },
    })
  }
  const taken = await upload([right, right])
  assert.deepEqual([taken.status, taken.json.data], [200, { created: 2, updated: 0 }])
  const refused = await upload([right, wrong, right])
  assert.deepEqual(
    [
      refused.status,
      refused.json.errors.map(({ field, row }: { field: string; row: number }) => [field, row]),
    ],
    [422, [['regimen_fiscal', 3]]],
  )
})

test('a draft of a sale needs neither method of payment nor use of CFDI, and no hand makes it an invoice', async () => {
  const cliente = await make('Cliente', client({ estado: 'activo' }))
  const condicion = await make('CondicionPago', {
    clave: 'C',
    nombre: 'Contado',
    dias: 0,
    aplica: 'clientes',
  })
  const moneda = id('Moneda MXN')
  const line = {
    descripcion: 'Asesoría',
    cantidad: '1',
    unidad: (await erp.admin.get(`${API}/UnidadMedida?per_page=1`)).json.data[0].id,
    precio: '100',
    objeto_impuesto: (await erp.admin.get(`${API}/ObjetoImpuesto?clave=01`)).json.data[0].id,
  }
  const head = { cliente, moneda, condicion_pago: condicion }
  const sale = await make('Venta', { ...head, partidas: [line] })
  const move = (body: object) => erp.admin.send('PUT', `${API}/Venta/${sale}`, { body })
  const confirmed = await erp.admin.post(`${API}/Venta/${sale}/actions/confirmar_venta`, {})
  assert.equal(confirmed.status, 200, confirmed.text)
  const uses = { metodo_pago: id('MetodoPago PUE'), uso_cfdi: id('UsoCfdi G03') }
  const invoiced = await move({ estado: 'facturada', ...uses })
  assert.equal(invoiced.status, 409, invoiced.text)
  assert.equal((await move(uses)).status, 200)
})

test('a CFDI gets its UUID when it is stamped, once for all', async () => {
  const first = await make('Cfdi', cfdi({}))
  const second = await make('Cfdi', cfdi({}))
  const stamp = (one: number, body: object) =>
    erp.admin.send('PUT', `${API}/Cfdi/${one}`, { body: { estado: 'vigente', ...body } })
  const uuid = 'AAAAAAAA-C09B-4EC6-8699-43C5F7E3B230'
  const answers = [
    await stamp(first, {}),
    await stamp(first, { uuid }),
    await stamp(second, { uuid: uuid.toLowerCase() }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [422, 200, 409],
  )
})

test('lines of different CFDI are told apart in words', async () => {
  const shown: string[] = []
  for (const folio of ['1', '2']) {
    const one = await make('Cfdi', cfdi({ serie: 'A', folio }))
    const line = { cfdi: one, partida: 1, descripcion: 'X', cantidad: '1' }
    const concepto = await make('CfdiConcepto', { ...line, valor_unitario: '1', importe: '1' })
    const { json, text } = await erp.admin.post(`${API}/CfdiImpuesto`, {
      cfdi: one,
      concepto,
      impuesto: id('Impuesto 002'),
      tipo: 'traslado',
      factor: id('TipoFactor Tasa'),
      base: '1',
      importe: '0.16',
    })
    assert.ok(json.data, text)
    shown.push(json.data.concepto_str)
  }
  assert.deepEqual(shown, ['A / 1 / 1', 'A / 2 / 1'])
})

const SNAPSHOTS = [
  'CarteraVencida',
  'AntiguedadProveedor',
  'ComparativoPresupuesto',
  'IndicadorOee',
  'AcumuladoNomina',
  'BalanzaComprobacion',
]

test('what is computed of other records is written by nobody', async () => {
  for (const model of SNAPSHOTS) {
    const { status, json } = await erp.admin.post(`${API}/${model}`, {})
    assert.deepEqual([model, status, json.errors[0].code], [model, 403, 'FORBIDDEN'])
    const metadata = await erp.admin.get(`${API}/metadata/${model}`)
    assert.deepEqual(metadata.json.data.operations, ['read'])
    assert.match(metadata.json.data.help, /Solo de lectura; /)
  }
})
