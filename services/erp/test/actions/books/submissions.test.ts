import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'

import { sql } from '@oficina/kit/sql.ts'
import { readZip } from '@oficina/zip/read-zip.ts'

import { DIOT_AMOUNTS } from '../../../src/fiscal/diot.ts'
import { startErp, type ErpTest } from '../../erp-service.ts'
import { books, type Books } from '../entry-fixture.ts'
import { paying } from '../payments/payment-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'

let erp: ErpTest
let ledger: Books

before(async () => {
  erp = await startErp()
  ledger = await books(erp, erp.admin)
  // The accounts of the fixture belong to the catalog like any other.
  const [code] = (await erp.admin.get(`${API}/CodigoAgrupador?codigo=107.05`)).json.data
  for (const id of [ledger.cash, ledger.sales]) {
    await erp.admin.send('PUT', `${API}/CuentaContable/${id}`, {
      body: { codigo_agrupador: code.id },
    })
  }
})

after(() => erp.stop())

const LIMITS = { maxEntries: 2, maxPartBytes: 1e7, maxTotalBytes: 1e7, maxRatio: 100 }

/** The one file of an archive that was sent, by name, after both were held to each other. */
async function sent(query: string): Promise<{ readonly name: string; readonly xml: string }> {
  const answer = await erp.admin.get(`${API}/reports/electronic-accounting?${query}`)
  assert.equal(answer.status, 200, answer.text)
  const archive = readZip(answer.bytes, LIMITS)
  assert.ok(archive.ok)
  const [entry, ...more] = archive.value
  assert.ok(entry)
  assert.equal(more.length, 0)
  const name = entry.name.replace(/\.xml$/, '')
  assert.match(answer.headers.get('content-disposition') ?? '', new RegExp(`${name}\\.zip`))
  const bytes = entry.method === 0 ? entry.compressed : inflateRawSync(entry.compressed)
  return { name, xml: bytes.toString('utf8') }
}

/** The attributes of all elements of a name. */
function elements(xml: string, name: string): readonly Readonly<Record<string, string>>[] {
  return [...xml.matchAll(new RegExp(`<${name}((?: [^<>]*)?)>`, 'g'))].map(([, text = '']) =>
    Object.fromEntries(
      [...text.matchAll(/ ([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  )
}

async function account(clave: string): Promise<number> {
  return (await erp.admin.get(`${API}/CuentaContable?clave=${clave}`)).json.data[0].id
}

async function booked(debit: string, credit: string, amount: string, head: object = {}) {
  const id = await ledger.draft(
    [
      { cuenta_contable: await account(debit), cargo: amount, concepto: 'Pago de "A" & <B>' },
      { cuenta_contable: await account(credit), abono: amount },
    ],
    head,
  )
  assert.equal((await ledger.act('aplicar', [id])).json.meta.succeeded, 1)
  return id
}

test('catalog, trial balance and entries of a month are sent as the SAT names and writes them', async () => {
  const [february, march] = [await ledger.period(2), await ledger.period(3)]
  await booked('102-01', '401-01', '1000.50', { fecha: '2026-02-10', periodo: february })
  const paid = await booked('601-84', '102-01', '300.25')
  const [line] = (await erp.admin.get(`${API}/PolizaPartida?poliza=${paid}&partida=1`)).json.data
  await ledger.create('PolizaComprobante', {
    poliza: paid,
    poliza_partida: line.id,
    uuid: 'b3c6a1e0-1111-4222-8333-444455556666',
    tipo: 'nacional',
    rfc: 'AAA010101AAA',
    importe: '300.25',
  })
  const { rfc } = (await erp.admin.get(`${API}/Empresa/${erp.empresaId}`)).json.data
  const catalog = await sent(`tipo=CT&periodo=${march}`)
  assert.equal(catalog.name, `${rfc}202603CT`)
  const accounts = elements(catalog.xml, 'catalogocuentas:Ctas')
  const bank = accounts.find(({ NumCta }) => NumCta === '102-01')
  assert.deepEqual(bank, {
    CodAgrup: '102.01',
    NumCta: '102-01',
    Desc: 'Bancos nacionales',
    SubCtaDe: '102',
    Nivel: '2',
    Natur: 'D',
  })
  assert.deepEqual(
    accounts.filter(({ NumCta }) => NumCta?.startsWith('899')).map(({ CodAgrup }) => CodAgrup),
    ['899', '899.01', '899.02'],
    'memorandum accounts have codes of the SAT’s own',
  )
  const normal = await sent(`tipo=BN&periodo=${march}`)
  const [head] = elements(normal.xml, 'BCE:Balanza')
  assert.deepEqual(
    [head?.['RFC'], head?.['Mes'], head?.['Anio'], head?.['TipoEnvio']],
    [rfc, '03', '2026', 'N'],
  )
  const rows = elements(normal.xml, 'BCE:Ctas')
  const told = new Set(accounts.map(({ NumCta }) => NumCta))
  assert.ok(rows.every(({ NumCta }) => told.has(NumCta)))
  assert.deepEqual(
    rows.filter(({ NumCta }) => NumCta?.includes('-')),
    [
      { NumCta: '102-01', SaldoIni: '1000.50', Debe: '0.00', Haber: '300.25', SaldoFin: '700.25' },
      { NumCta: '401-01', SaldoIni: '1000.50', Debe: '0.00', Haber: '0.00', SaldoFin: '1000.50' },
      { NumCta: '601-84', SaldoIni: '0.00', Debe: '300.25', Haber: '0.00', SaldoFin: '300.25' },
    ],
  )
  const changed = await sent(`tipo=BC&periodo=${march}&modificada=2026-04-15`)
  assert.equal(changed.name, `${rfc}202603BC`)
  assert.equal(elements(changed.xml, 'BCE:Balanza')[0]?.['FechaModBal'], '2026-04-15')
  const entries = await sent(`tipo=PL&periodo=${march}&solicitud=AF&orden=ABC1234567/26`)
  assert.equal(elements(entries.xml, 'PLZ:Poliza').length, 1)
  const [transaction] = elements(entries.xml, 'PLZ:Transaccion')
  assert.equal(transaction?.['Concepto'], 'Pago de &quot;A&quot; &amp; &lt;B&gt;')
  assert.deepEqual(elements(entries.xml, 'PLZ:CompNal'), [
    {
      UUID_CFDI: 'B3C6A1E0-1111-4222-8333-444455556666',
      RFC: 'AAA010101AAA',
      MontoTotal: '300.25',
    },
  ])
})

test('what cannot be sent is refused with the parameter or the accounts that are in the way', async () => {
  const [march, november] = [await ledger.period(3), await ledger.period(11)]
  const refusals = []
  for (const query of [
    'tipo=XX&periodo=1',
    'tipo=CT&periodo=999',
    `tipo=BC&periodo=${march}`,
    `tipo=PL&periodo=${march}`,
    `tipo=PL&periodo=${march}&solicitud=DE&tramite=1`,
    `tipo=PL&periodo=${november}&solicitud=DE&tramite=AB123456789012`,
  ]) {
    const answer = await erp.admin.get(`${API}/reports/electronic-accounting?${query}`)
    refusals.push([...verdict(answer), answer.json.errors[0].field])
  }
  assert.deepEqual(refusals, [
    [422, 'INVALID_PARAMETER', 'tipo'],
    [404, 'NOT_FOUND', undefined],
    [422, 'INVALID_PARAMETER', 'modificada'],
    [422, 'INVALID_PARAMETER', 'solicitud'],
    [422, 'INVALID_PARAMETER', 'tramite'],
    [422, 'VALIDATION', undefined],
  ])
  await ledger.account('SIN-CODIGO')
  const answer = await erp.admin.get(
    `${API}/reports/electronic-accounting?tipo=CT&periodo=${march}`,
  )
  assert.deepEqual(verdict(answer), [422, 'CONFIGURATION_INCOMPLETE'])
  assert.match(answer.json.errors[0].message, /SIN-CODIGO/)
})

async function catalogId(table: 'tipo_tercero_diot' | 'tipo_operacion_diot', clave: string) {
  const [row] =
    table === 'tipo_tercero_diot'
      ? await erp.owner.query<{ id: number }>(
          sql`select id from public.tipo_tercero_diot where clave = ${clave}`,
        )
      : await erp.owner.query<{ id: number }>(
          sql`select id from public.tipo_operacion_diot where clave = ${clave}`,
        )
  assert.ok(row, clave)
  return row.id
}

test('what was paid to suppliers in a month makes its DIOT, as far as it was paid and at its rate', async () => {
  const other = await erp.otherCompany()
  const payer = await paying(erp, other)
  const half = await payer.invoice({ neto: '1000' })
  const exempt = await payer.catalog('tipo_factor', 'Exento')
  const free = await payer.invoice({
    neto: '500',
    iva: '0',
    more: {
      proveedor: payer.otro,
      desglose: [
        {
          tipo: 'traslado',
          impuesto: await payer.catalog('impuesto', '002'),
          factor: exempt,
          tasa: '0',
          base: '500',
          importe: '0',
        },
      ],
    },
  })
  const pay = async (amount: string, cuenta: number, more: object = {}) => {
    const line = { partida: 1, cuenta, importe: amount }
    const id = await payer.payment(amount, [line], more)
    const answer = await payer.act('PagoProveedor', 'pagar', [id])
    assert.equal(answer.json.meta.succeeded, 1, answer.text)
  }
  await pay('580', half)
  await pay('500', free, { proveedor: payer.otro })
  const [{ id: march }] = (await other.get(`${API}/PeriodoContable?ejercicio=1&numero=3`)).json.data
  const compute = () => payer.act('PeriodoContable', 'calcular_diot', [march])
  const rows = async (): Promise<readonly (readonly unknown[])[]> => {
    const found: readonly Record<string, unknown>[] = (
      await other.get(`${API}/DiotOperacion?periodo=${march}&sort=proveedor`)
    ).json.data
    return found.map((row) => [
      row['proveedor'],
      row['valor_16'],
      row['acreditable_16'],
      row['exento'],
      row['iva_acreditable'],
    ])
  }
  const expected = [
    [payer.proveedor, 500, 80, 0, 80],
    [payer.otro, 0, 0, 500, 0],
  ]
  const answers = await Promise.all([compute(), compute()])
  assert.deepEqual(
    answers.map(({ json }) => json.meta.succeeded),
    [1, 1],
  )
  assert.deepEqual(await rows(), expected, 'again, they are written anew')
  const vat = await other.get(`${API}/reports/vat?periodo=${march}`)
  assert.equal(vat.json.meta.acreditable_pagado, 80)
  const told = await other.get(`${API}/reports/diot?periodo=${march}`)
  const [first = [], second = []] = told.text.split('\r\n').map((one) => one.split('|'))
  assert.deepEqual([first[1], first[2], first[11], first[21]], ['85', 'ANO010101AB1', '500', '80'])
  assert.deepEqual([second[0], second[2], second[49]], ['04', 'BNO010101AB1', '500'])
})

test('the DIOT has a line for each third party, 54 columns, whole pesos, and foreigners by name', async () => {
  const march = await ledger.period(3)
  const operation = async (tercero: string, more: object) =>
    await ledger.create('DiotOperacion', {
      periodo: march,
      tipo_tercero: await catalogId('tipo_tercero_diot', tercero),
      tipo_operacion: await catalogId('tipo_operacion_diot', '85'),
      valor_16: '0',
      iva_acreditable: '0',
      ...more,
    })
  const amounts = Object.fromEntries(DIOT_AMOUNTS.map((name, index) => [name, `${index + 8}.49`]))
  await operation('04', { rfc: 'AAA010101AAA', ...amounts })
  await operation('05', {
    rfc: 'AAA010101AAA',
    identificacion_fiscal: 'X-1',
    nombre_extranjero: 'Foreign | Inc.',
    valor_intangibles: '99.50',
    efectos_fiscales: false,
  })
  const answer = await erp.admin.get(`${API}/reports/diot?periodo=${march}`)
  assert.equal(answer.status, 200, answer.text)
  const lines = answer.text.split('\r\n').map((one) => one.split('|'))
  assert.deepEqual(
    lines.map(({ length }) => length),
    [54, 54, 1],
  )
  const [national = [], foreign = []] = lines
  assert.deepEqual(national.slice(0, 7), ['04', '85', 'AAA010101AAA', '', '', '', ''])
  const columns = Array.from({ length: 46 }, (_, index) => String(index + 8))
  assert.deepEqual(national.slice(7), [...columns, '01'])
  assert.deepEqual(foreign.slice(3, 5), ['X-1', 'Foreign Inc.'])
  assert.deepEqual([foreign[15], foreign[53]], ['100', '02'])
  assert.equal(foreign.filter((value) => value !== '').length, 7)
})
