import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, refusal } from '../../rights/rights-fixture.ts'
import { payroll, type Payroll } from './payroll-fixture.ts'

let erp: ErpTest
let pay: Payroll

before(async () => {
  erp = await startErp()
  pay = await payroll(erp)
})

after(() => erp.stop())

const done = async (run: number, action: string, inputs: object = {}) => {
  const answer = await pay.act(run, action, inputs)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data.record
}

const change = async (model: string, id: number, body: object) => {
  const answer = await erp.admin.send('PUT', `${API}/${model}/${id}`, { body })
  assert.equal(answer.status, 200, answer.text)
}

const note = async (empleado: number, periodo: number, incident: object) =>
  await pay.company.create('IncidenciaNomina', {
    empleado,
    periodo,
    estado: 'capturada',
    ...incident,
  })

const conceptId = (calculo: string) => pay.people.one(`ConceptoNomina?calculo=${calculo}`)

test('a fortnight at 500 a day: 7,500 less ISR of the tariff and quotas, and every line tells how it came about', async () => {
  const { id: group, periods } = await pay.group('A', 3)
  await pay.employ(group)
  const run = await pay.run(periods[2] ?? 0)
  const record = await done(run, 'calcular_nomina')
  // IMSS: 524.66 × 15 × 2.375 %, and 0.40 % of what is over three UMA of 117.31.
  assert.deepEqual(
    [record.estado, record.total_percepciones, record.total_deducciones, record.neto],
    ['calculada', 7500, 907.13, 6592.87],
  )
  const [receipt] = await pay.receipts(run)
  assert.match(receipt.folio, /^RN-\d{5}$/)
  const lines = await pay.lines(receipt.id)
  assert.deepEqual(
    lines.map(({ concepto_str, importe, importe_gravado, importe_exento }) => [
      concepto_str,
      importe,
      importe_gravado,
      importe_exento,
    ]),
    [
      ['P001 Sueldo', 7500, 7500, 0],
      ['D001 ISR', 709.86, 0, 0],
      ['D003 IMSS', 197.27, 0, 0],
    ],
  )
  const steps = lines[0]?.explicacion
  assert.deepEqual(steps.at(-1), {
    name: 'salary',
    expression: '500.00 × 15',
    value: '7500.00',
    law: 'LFT 82, 83',
  })
  const [period] = (await erp.admin.get(`${API}/PeriodoNomina?id=${periods[2]}`)).json.data
  assert.equal(period.estado, 'calculado')
})

test('computing again changes only receipts whose facts changed', async () => {
  const { id: group, periods } = await pay.group('B', 1)
  const [first, second] = [await pay.employ(group), await pay.employ(group)]
  const [period = 0] = periods
  const run = await pay.run(period)
  await done(run, 'calcular_nomina')
  const before = await pay.receipts(run)
  const falta = await conceptId('sueldo')
  await note(first, period, {
    concepto: falta,
    fecha: '2026-01-07',
    tipo: 'falta',
    cantidad: '2',
    unidad: 'dias',
  })
  await done(run, 'calcular_nomina')
  const after = await pay.receipts(run)
  assert.deepEqual(
    after.map(({ empleado, dias_pagados, total_percepciones }) => [
      empleado,
      dias_pagados,
      total_percepciones,
    ]),
    [
      [first, 13, 6500],
      [second, 15, 7500],
    ],
  )
  // The same receipts: one is of another version, the other was not touched.
  assert.deepEqual(
    after.map(({ id }) => id),
    before.map(({ id }) => id),
  )
  assert.deepEqual(
    after.map(({ version }, at) => version - before[at]?.version),
    [1, 0],
  )
  const [record] = (await erp.admin.get(`${API}/Nomina?id=${run}`)).json.data
  assert.equal(record.total_percepciones, 14_000)
})

test('overtime, a bonus, a loan and a credit come out of what was noted', async () => {
  const { id: group, periods } = await pay.group('C', 1)
  const who = await pay.employ(group)
  const [period = 0] = periods
  const hours = await conceptId('horas_dobles')
  await note(who, period, {
    concepto: hours,
    fecha: '2026-01-06',
    tipo: 'hora_extra',
    cantidad: '4',
    unidad: 'horas',
  })
  const bonus = await pay.company.create('ConceptoNomina', {
    clave: 'BONO',
    nombre: 'Bono de producción',
    tipo: 'percepcion',
    tipo_percepcion: await pay.people.one('TipoPercepcion?clave=038'),
    tratamiento_isr: 'gravado',
    integra_sbc: 'variable',
    activo: true,
  })
  await note(who, period, {
    concepto: bonus,
    fecha: '2026-01-15',
    tipo: 'bono',
    cantidad: '1',
    unidad: 'importe',
    importe: '1000.00',
  })
  await pay.company.create('CreditoInfonavit', {
    numero_credito: '1234567890',
    empleado: who,
    tipo_descuento: await pay.people.one('TipoDescuentoInfonavit?clave=2'),
    valor_descuento: '1500',
    fecha_inicio: '2026-01-01',
    estado: 'vigente',
  })
  const run = await pay.run(period)
  await done(run, 'calcular_nomina')
  const [receipt] = await pay.receipts(run)
  const lines = await pay.lines(receipt.id)
  const byName = new Map(lines.map((line) => [line.concepto_str, line]))
  // 500 ÷ 8 × 2 × 4 hours; half of it is exempt, up to 5 UMA a week (565.70).
  assert.deepEqual(
    [
      byName.get('P003 Horas extra dobles')?.importe,
      byName.get('P003 Horas extra dobles')?.importe_exento,
    ],
    [500, 250],
  )
  assert.equal(byName.get('BONO Bono de producción')?.importe, 1000)
  const housing = byName.get('D005 Crédito INFONAVIT')
  assert.deepEqual([housing?.referencia, housing?.importe > 700], ['1234567890', true])
  assert.equal(
    Math.round((receipt.total_percepciones - receipt.total_deducciones) * 100),
    Math.round(receipt.neto * 100),
  )
})

test('a formula of the company’s own is in every receipt, and a cycle of formulas is refused with its names', async () => {
  const { id: group, periods } = await pay.group('D', 1)
  await pay.employ(group)
  const kind = await pay.people.one('TipoPercepcion?clave=010')
  const concept = (clave: string, formula: string) => ({
    clave,
    nombre: clave,
    tipo: 'percepcion',
    tipo_percepcion: kind,
    formula,
    tratamiento_isr: 'gravado',
    integra_sbc: 'no',
    activo: true,
  })
  const id = await pay.company.create(
    'ConceptoNomina',
    concept('PUNTUAL', 'salario_diario * dias_pagados * 0.10'),
  )
  const run = await pay.run(periods[0] ?? 0)
  await done(run, 'calcular_nomina')
  const [receipt] = await pay.receipts(run)
  const line = (await pay.lines(receipt.id)).find(({ concepto }) => concepto === id)
  assert.equal(line?.importe, 750)
  assert.match(JSON.stringify(line?.explicacion), /salario_diario 500.00/)
  const first = await pay.company.create('ConceptoNomina', concept('CICLO1', 'ciclo2 + 1'))
  const other = await pay.company.create('ConceptoNomina', concept('CICLO2', 'ciclo1 * 2'))
  const answer = await pay.act(run, 'calcular_nomina')
  assert.deepEqual(refusal(answer).slice(0, 2), [422, 'CONFIGURATION_INCOMPLETE'])
  assert.match(answer.text, /CICLO1 → CICLO2 → CICLO1/)
  for (const gone of [id, first, other]) {
    await change('ConceptoNomina', gone, { activo: false })
  }
})

test('a run taken back leaves nothing, and its period is open again', async () => {
  const { id: group, periods } = await pay.group('E', 1)
  await pay.employ(group)
  const run = await pay.run(periods[0] ?? 0)
  await done(run, 'calcular_nomina')
  const record = await done(run, 'descartar_calculo')
  assert.deepEqual([record.estado, record.neto], ['borrador', null])
  assert.deepEqual(await pay.receipts(run), [])
  const [period] = (await erp.admin.get(`${API}/PeriodoNomina?id=${periods[0]}`)).json.data
  assert.equal(period.estado, 'abierto')
})

test('nothing is computed of a period that is not open, of nobody, and of who has no registration', async () => {
  const { id: group, periods } = await pay.group('F', 1)
  const closed = await pay.act(await pay.run(periods[1] ?? 0), 'calcular_nomina')
  assert.deepEqual(refusal(closed).slice(1), ['INVALID_STATE', 'periodo'])
  const run = await pay.run(periods[0] ?? 0)
  assert.deepEqual(refusal(await pay.act(run, 'calcular_nomina')).slice(1), [
    'INVALID_STATE',
    'periodo',
  ])
  const who = await pay.employ(group)
  const [{ registro_patronal }] = (await erp.admin.get(`${API}/Empleado?id=${who}`)).json.data
  await change('Empleado', who, { registro_patronal: null })
  const answer = await pay.act(run, 'calcular_nomina')
  assert.equal(refusal(answer)[1], 'CONFIGURATION_INCOMPLETE', answer.text)
  assert.match(answer.text, /registro_patronal/)
  assert.deepEqual(await pay.receipts(run), [])
  await change('Empleado', who, { registro_patronal })
})

test('the month’s last fortnight computes ISR by the month, where the group says so', async () => {
  const { id: group, periods } = await pay.group('G', 2, { ajusta_isr_mensual: true })
  await pay.employ(group)
  const [first, second] = [await pay.run(periods[0] ?? 0), await pay.run(periods[1] ?? 0)]
  await done(first, 'calcular_nomina')
  await done(second, 'calcular_nomina')
  const [one] = await pay.receipts(first)
  const [two] = await pay.receipts(second)
  const [tax] = (await pay.lines(two.id)).filter(({ concepto_str }) => concepto_str === 'D001 ISR')
  const steps: readonly { name: string; value: string }[] = tax?.explicacion ?? []
  const valueOf = (name: string) => Number(steps.find((step) => step.name === name)?.value)
  assert.equal(valueOf('monthTaxed'), 15_000)
  // What both withheld is the tax of the month.
  assert.equal(
    Math.round((one.isr_retenido + two.isr_retenido) * 100),
    Math.round(valueOf('incomeTax') * 100),
  )
})

test('an authorized run is booked by concept, and taken back to the cent', async () => {
  const { id: group, periods } = await pay.group('H', 1)
  await pay.employ(group)
  const run = await pay.run(periods[0] ?? 0)
  const early = await pay.act(run, 'autorizar_nomina')
  assert.equal(refusal(early)[1], 'INVALID_STATE')
  await done(run, 'calcular_nomina')
  const record = await done(run, 'autorizar_nomina')
  const lines = (await erp.admin.get(`${API}/PolizaPartida?poliza=${record.poliza}&sort=partida`))
    .json.data
  const booked = lines.map(({ cuenta_contable_str, cargo, abono }: Record<string, unknown>) => [
    String(cuenta_contable_str).slice(0, 6),
    cargo,
    abono,
  ])
  const [receipt] = await pay.receipts(run)
  assert.deepEqual(booked, [
    ['601-01', 7500, 0],
    ['216-01', 0, receipt.isr_retenido],
    // 524.66 × 15 × 2.375 %, and 0.40 % of what is over three UMA of 2025: 113.14 in January.
    ['216-11', 0, 198.02],
    ['210-01', 0, receipt.neto],
  ])
  const change = await pay.act(run, 'calcular_nomina')
  assert.equal(refusal(change)[1], 'INVALID_STATE')
  const back = await done(run, 'regresar_nomina', { motivo: 'Faltó un bono.' })
  assert.deepEqual([back.estado, back.poliza], ['calculada', null])
  const left = await erp.owner.query(sql`
    select l.cuenta_contable, sum(l.cargo - l.abono) from public.poliza_partida l
    join public.poliza p on p.empresa_id = l.empresa_id and p.id = l.poliza and p.origen = 'nomina'
    where l.empresa_id = ${erp.empresaId}::int8 group by 1 having sum(l.cargo - l.abono) <> 0`)
  assert.deepEqual(left, [])
})

test('a company’s own account of a concept is booked, by department', async () => {
  const { id: group, periods } = await pay.group('I', 1)
  await pay.employ(group)
  const [cuenta, departamento] = [
    await pay.people.one('CuentaContable?clave=601-84'),
    await pay.people.one('Departamento?clave=PROD'),
  ]
  await pay.company.create('CuentaConceptoNomina', {
    concepto: await conceptId('sueldo'),
    departamento,
    cuenta_cargo: cuenta,
    activo: true,
  })
  const run = await pay.run(periods[0] ?? 0)
  await done(run, 'calcular_nomina')
  const { poliza } = await done(run, 'autorizar_nomina')
  const lines = (await erp.admin.get(`${API}/PolizaPartida?poliza=${poliza}&cargo__gt=0`)).json.data
  assert.deepEqual(
    lines.map(({ cuenta_contable }: { cuenta_contable: number }) => cuenta_contable),
    [cuenta],
  )
})

test('a report tells what a run pays otherwise than the one before it', async () => {
  const { id: group, periods } = await pay.group('J', 2)
  const who = await pay.employ(group)
  const [first, second] = [await pay.run(periods[0] ?? 0), await pay.run(periods[1] ?? 0)]
  await done(first, 'calcular_nomina')
  await note(who, periods[1] ?? 0, {
    concepto: await conceptId('sueldo'),
    fecha: '2026-01-20',
    tipo: 'falta',
    cantidad: '1',
    unidad: 'dias',
  })
  await done(second, 'calcular_nomina')
  const { json } = await erp.admin.get(`${API}/reports/payroll-differences?nomina=${second}`)
  assert.equal(json.meta.anterior, first)
  const [wage] = json.data
  assert.deepEqual(
    [wage.empleado, wage.concepto_str, wage.antes, wage.importe, wage.diferencia],
    [who, 'P001 Sueldo', 7500, 7000, -500],
  )
  const unknown = await erp.admin.get(`${API}/reports/payroll-differences?nomina=999999`)
  assert.deepEqual(refusal(unknown).slice(0, 2), [404, 'NOT_FOUND'])
  const without = await erp.admin.get(`${API}/reports/payroll-differences`)
  assert.equal(without.status, 422)
})

test('a wage that changes in the middle of a period is paid by the days of each', async () => {
  const { id: group, periods } = await pay.group('K', 1)
  const who = await pay.employ(group)
  await pay.company.create('HistorialSalario', {
    empleado: who,
    fecha_efectiva: '2026-01-11',
    salario_diario: '650.00',
    salario_base_cotizacion: '682.06',
    motivo: 'aumento',
  })
  const run = await pay.run(periods[0] ?? 0)
  await done(run, 'calcular_nomina')
  const [receipt] = await pay.receipts(run)
  // 500.00 × 10 + 650.00 × 5
  assert.equal(receipt.total_percepciones, 8250)
})

test('what was computed is changed by no hand: amounts, lines, the receipt itself', async () => {
  const { id: group, periods } = await pay.group('L', 1)
  await pay.employ(group)
  const run = await pay.run(periods[0] ?? 0)
  await done(run, 'calcular_nomina')
  const [receipt] = await pay.receipts(run)
  const [line] = await pay.lines(receipt.id)
  const added = { recibo: receipt.id, partida: 9, concepto: line?.concepto, importe: '1.00' }
  for (const [method, path, body] of [
    ['PUT', `ReciboNomina/${receipt.id}`, { neto: '1.00' }],
    ['DELETE', `ReciboNomina/${receipt.id}`, undefined],
    ['PUT', `ReciboNominaConcepto/${line?.id}`, { importe: '1.00' }],
    ['DELETE', `ReciboNominaConcepto/${line?.id}`, undefined],
    ['POST', 'ReciboNominaConcepto', added],
  ] as const) {
    const answer = await erp.admin.send(method, `${API}/${path}`, body && { body })
    assert.equal(refusal(answer)[1], 'INVALID_STATE', `${method} ${path}: ${answer.text}`)
  }
  const [after] = await pay.receipts(run)
  assert.equal(after.neto, receipt.neto)
})
