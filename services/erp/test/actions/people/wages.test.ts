import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { applyDueMovements } from '../../../src/actions/business/recursos-humanos/apply-due-movements.ts'
import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, companyOf } from '../../rights/rights-fixture.ts'
import { peopleOf, refusals, type People } from './people-fixture.ts'

let erp: ErpTest
let people: People

before(async () => {
  erp = await startErp()
  people = await peopleOf(erp)
})

after(() => erp.stop())

const raise = (id: number, inputs: object) =>
  people.act(`Empleado/${id}`, 'cambiar_salario', inputs)
const wageOf = async (id: number) => {
  const { salario_diario: daily, salario_base_cotizacion: base } = await people.get(
    `Empleado/${id}`,
  )
  return [daily, base]
}
const historyOf = (id: number) => people.rows(`HistorialSalario?empleado=${id}&sort=fecha_efectiva`)
const toldOf = (id: number) => people.rows(`MovimientoAfiliatorio?empleado=${id}&sort=id`)
const movementsOf = (id: number) => people.rows(`MovimientoPersonal?empleado=${id}&sort=id`)
/** Some fields of a row, in this order. */
const pick = (row: Readonly<Record<string, unknown>> | undefined, names: string) =>
  names.split(' ').map((name) => row?.[name])
const DAY_MS = 24 * 60 * 60 * 1_000
const appliedAfter = (days: number) =>
  applyDueMovements(erp.asService(), erp.asOwner, erp.clock.now() + days * DAY_MS)

describe('cambiar_salario', () => {
  it('writes the history with the factor of the year of service, and the movement 07', async () => {
    const id = await people.employee('2025-01-06')
    const answer = await raise(id, { salario_diario: '600', causa: 'revision_contractual' })
    assert.equal(answer.status, 200, answer.text)
    // 600.00 × (365 + 15 + 14 × 0.25) / 365, in the second year of service.
    assert.deepEqual(await wageOf(id), [600, 630.41])
    const [, now] = await historyOf(id)
    const [movement] = await movementsOf(id)
    assert.deepEqual(pick(now, 'fecha_efectiva factor_integracion parte_fija motivo movimiento'), [
      '2026-03-02',
      1.050685,
      630.41,
      'revision_contractual',
      movement?.['id'],
    ])
    assert.match(String(movement?.['folio']), /^MP-\d{5}$/)
    assert.deepEqual(pick(movement, 'tipo estado salario_anterior salario_nuevo'), [
      'cambio_sueldo',
      'aplicado',
      500,
      600,
    ])
    const [hired, changed] = await toldOf(id)
    assert.deepEqual(
      pick(changed, 'tipo salario_base_cotizacion estado fecha_movimiento movimiento'),
      [
        await people.one('TipoMovimientoImss?clave=07'),
        630.41,
        'pendiente',
        '2026-03-02',
        movement?.['id'],
      ],
    )
    const same = 'registro_patronal tipo_trabajador tipo_salario jornada'
    assert.deepEqual(pick(changed, same), pick(hired, same))
  })

  it('takes the benefits of the payroll group where they are more, and 25 UMA at most', async () => {
    const tabla = await people.company.create('TablaPrestaciones', {
      clave: 'CONF',
      nombre: 'Confianza',
      inicio_vigencia: '2024-01-01',
      activo: true,
    })
    await people.company.create('TablaPrestacionesAnio', {
      tabla,
      antiguedad: 2,
      dias_aguinaldo: '30',
      dias_vacaciones: '16',
      prima_vacacional: '0.5',
      factor_integracion: '1.104110',
    })
    const grupo_nomina = await people.company.create('GrupoNomina', {
      clave: 'CONF',
      nombre: 'Confianza',
      periodicidad: await people.one('PeriodicidadPago?clave=04'),
      tabla_prestaciones: tabla,
      dias_periodo: '15',
      activo: true,
    })
    const id = await people.employee('2025-01-06', { grupo_nomina })
    await raise(id, { salario_diario: '1000' })
    // (365 + 30 + 16 × 0.5) / 365.
    assert.deepEqual(await wageOf(id), [1000, 1104.11])
    const director = await people.employee('2025-01-06', { grupo_nomina })
    await raise(director, { salario_diario: '5000' })
    assert.deepEqual(await wageOf(director), [5000, 2932.75])
    // At the limit the IMSS need not hear of more.
    await people.done(
      `MovimientoPersonal/${(await movementsOf(director))[0]?.['id']}`,
      'cancelar_movimiento',
      { motivo: 'Por la prueba' },
    )
    await raise(director, { salario_diario: '5000', fecha_efectiva: '2026-03-01' })
    const before = await toldOf(director)
    assert.equal((await raise(director, { salario_diario: '6000' })).status, 200)
    assert.deepEqual(await toldOf(director), before)
  })

  it('of a day to come is in the history at once, and in Empleado on that day', async () => {
    const id = await people.employee()
    const answer = await raise(id, { salario_diario: '700', fecha_efectiva: '2026-03-16' })
    assert.equal(answer.status, 200, answer.text)
    const before = await wageOf(id)
    assert.deepEqual(before, [500, 524.66])
    assert.deepEqual(
      (await historyOf(id)).map(({ salario_diario: daily, fecha_efectiva: day }) => [day, daily]),
      [
        ['2025-01-06', 500],
        ['2026-03-16', 700],
      ],
    )
    await appliedAfter(13)
    assert.deepEqual(await wageOf(id), before)
    await appliedAfter(14)
    await appliedAfter(14)
    assert.deepEqual(await wageOf(id), [700, 735.48])
    const [movement] = await movementsOf(id)
    assert.equal(movement?.['estado'], 'aplicado')
    const trail = await erp.owner.query(sql`
      select r.id from public.registro_auditoria r join public.modelo_sistema m on m.id = r.modelo
      where m.nombre = 'MovimientoPersonal' and r.registro = ${String(movement?.['id'])} and r.usuario is null`)
    assert.equal(trail.length, 1)
  })

  it('is refused for less than the minimum wage, a day before the last change, nothing new, or who left', async () => {
    const id = await people.employee()
    await raise(id, { salario_diario: '600' })
    const cases: readonly (readonly [object, string])[] = [
      [{ salario_diario: '315.03', fecha_efectiva: '2026-03-09' }, 'salario_diario'],
      [{ salario_diario: '700' }, 'fecha_efectiva'],
      [{ salario_diario: '700', fecha_efectiva: '2026-02-27' }, 'fecha_efectiva'],
      [{ salario_diario: '700', fecha_efectiva: '2024-12-31' }, 'fecha_efectiva'],
      [{ salario_diario: '600', fecha_efectiva: '2026-03-09' }, 'salario_diario'],
      [
        { salario_diario: '700', salario_variable: '5', fecha_efectiva: '2026-03-09' },
        'salario_variable',
      ],
      [{ salario_diario: '-1', fecha_efectiva: '2026-03-09' }, 'salario_diario'],
    ]
    for (const [inputs, field] of cases) {
      const answer = await raise(id, inputs)
      assert.deepEqual(refusals(answer), [422, ['VALIDATION', field]], answer.text)
    }
    assert.deepEqual(await wageOf(id), [600, 630.41])
    const unhired = await people.company.create('Asociado', people.person({ es_empleado: true }))
    const waiting = await people.one(`Empleado?asociado=${unhired}`)
    assert.deepEqual(refusals(await raise(waiting, { salario_diario: '700' })), [
      422,
      ['VALIDATION', 'registro_patronal'],
    ])
    await erp.owner.execute(sql`update public.empleado set estado = 'baja' where id = ${id}::int8`)
    const left = await raise(id, { salario_diario: '700', fecha_efectiva: '2026-03-09' })
    assert.deepEqual(refusals(left), [409, ['INVALID_STATE', undefined]])
  })

  it('changes the base alone on an anniversary; a kept wage below the minimum is not told', async () => {
    const id = await people.employee('2025-03-02')
    const answer = await raise(id, { causa: 'aniversario' })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(await wageOf(id), [500, 525.34])
    const poor = await people.employee('2025-03-02', { salario_diario: '280.33' })
    const refused = await raise(poor, { causa: 'aniversario' })
    assert.deepEqual(refusals(refused), [422, ['VALIDATION', 'salario_diario']])
    assert.doesNotMatch(refused.text, /280\.33/)
  })

  it('warns of less than before and of a day that the IMSS hears of late', async () => {
    const id = await people.employee()
    const answer = await raise(id, { salario_diario: '450', fecha_efectiva: '2026-01-05' })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      answer.json.data.warnings.map(({ field }: { field: string }) => field),
      ['salario_diario', 'fecha_efectiva'],
    )
  })

  it('begins a history for who was brought along with his wage', async () => {
    const asociado = await people.associate()
    const id = await people.company.create('Empleado', {
      numero: 'VIEJO',
      asociado,
      registro_patronal: people.registro,
      fecha_alta: '2019-05-01',
      salario_diario: '400',
      estado: 'activo',
    })
    const put = (body: object) => erp.admin.send('PUT', `${API}/Empleado/${id}`, { body })
    assert.equal((await put({ salario_diario: '410' })).status, 200)
    assert.equal((await raise(id, { salario_diario: '500' })).status, 200)
    assert.deepEqual(
      (await historyOf(id)).map(({ salario_diario: daily, motivo }) => [daily, motivo]),
      [
        [410, 'ingreso'],
        [500, 'aumento'],
      ],
    )
    // From now on the history says it.
    const refused = await put({ salario_diario: '900' })
    assert.deepEqual(refusals(refused), [409, ['INVALID_STATE', 'salario_diario']])
  })

  it('changes many at once, and of two callers at once changes once', async () => {
    const ids = [await people.employee(), await people.employee()]
    const batch = await erp.admin.post(`${API}/Empleado/actions/cambiar_salario`, {
      ids: [...ids, 999_999],
      salario_diario: '550',
    })
    assert.deepEqual(batch.json.meta, {
      model: 'Empleado',
      action: 'cambiar_salario',
      total: 3,
      succeeded: 2,
      failed: 1,
    })
    const id = await people.employee()
    const answers = await Promise.all([1, 2, 3].map(() => raise(id, { salario_diario: '610' })))
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '422', '422'])
  })
})

describe('cancelar_movimiento', () => {
  const cancel = (id: unknown) =>
    people.act(`MovimientoPersonal/${String(id)}`, 'cancelar_movimiento', {
      motivo: 'Fue un error',
    })

  it('takes the last change of a wage back while the IMSS was not told', async () => {
    const id = await people.employee()
    await raise(id, { salario_diario: '600', fecha_efectiva: '2026-02-27' })
    await raise(id, { salario_diario: '700' })
    const [first, last] = await movementsOf(id)
    const early = await cancel(first?.['id'])
    assert.deepEqual(refusals(early), [409, ['INVALID_STATE', undefined]])
    assert.match(early.text, new RegExp(String(last?.['folio'])))
    assert.equal((await cancel(last?.['id'])).status, 200)
    assert.deepEqual(await wageOf(id), [600, 630.41])
    assert.deepEqual(
      (await toldOf(id)).map(({ estado }) => estado),
      ['pendiente', 'pendiente', 'cancelado'],
    )
    assert.deepEqual(
      (await historyOf(id)).map(({ cancelado }) => cancelado),
      [false, false, true],
    )
    assert.deepEqual(refusals(await cancel(last?.['id'])), [409, ['INVALID_STATE', undefined]])
    // The day is free again.
    assert.equal((await raise(id, { salario_diario: '650' })).status, 200)
  })

  it('takes one of a day to come back before its day', async () => {
    const id = await people.employee()
    await raise(id, { salario_diario: '700', fecha_efectiva: '2026-03-20' })
    const [movement] = await movementsOf(id)
    assert.equal((await cancel(movement?.['id'])).status, 200)
    await appliedAfter(30)
    assert.deepEqual(await wageOf(id), [500, 524.66])
  })

  it('is refused once the IMSS was told, and for what nobody did here', async () => {
    const id = await people.employee()
    await raise(id, { salario_diario: '600' })
    await erp.owner.execute(
      sql`update public.movimiento_afiliatorio set estado = 'enviado' where empleado = ${id}::int8`,
    )
    const [movement] = await movementsOf(id)
    assert.deepEqual(refusals(await cancel(movement?.['id'])), [409, ['INVALID_STATE', undefined]])
    assert.deepEqual(await wageOf(id), [600, 630.41])
    const brought = await people.company.create('MovimientoPersonal', {
      empleado: id,
      tipo: 'cambio_sueldo',
      fecha_efectiva: '2020-01-01',
      estado: 'aplicado',
    })
    assert.deepEqual(refusals(await cancel(brought)), [409, ['INVALID_STATE', undefined]])
  })
})

describe('whoever may not see wages', () => {
  it('reads none in what actions answer, in the trail, in events or in words', async () => {
    const company = companyOf(erp)
    const hidden = {
      'Empleado.salario_diario': 'oculto',
      'Empleado.salario_base_cotizacion': 'oculto',
      'MovimientoPersonal.salario_anterior': 'oculto',
      'MovimientoPersonal.salario_nuevo': 'oculto',
      'MovimientoAfiliatorio.salario_base_cotizacion': 'oculto',
    } as const
    const models = ['Empleado', 'MovimientoPersonal', 'MovimientoAfiliatorio']
    const profile = await company.profile('CAPTURA', {
      grants: [
        ...models.map((model) => `${model}.leer`),
        'Empleado.cambiar_salario',
        'MovimientoPersonal.cancelar_movimiento',
        'RegistroAuditoria.leer',
      ],
      fields: hidden,
    })
    const { client } = await company.person('captura', [profile])
    await company.create('SuscripcionEvento', {
      nombre: 'salarios',
      url: 'http://127.0.0.1:9/hook',
      evento: await people.one('EventoSistema?nombre=cambio_salario'),
      activo: true,
    })
    const id = await people.employee('2025-01-06', { salario_diario: '777.77' })
    const inputs = { salario_diario: '888.88' }
    const answer = await people.act(`Empleado/${id}`, 'cambiar_salario', inputs, client)
    assert.equal(answer.status, 200, answer.text)
    const [movement] = await movementsOf(id)
    const path = `MovimientoPersonal/${String(movement?.['id'])}`
    const texts = [answer.text]
    for (const query of [
      `reports/audit-trail/Empleado/${id}`,
      `reports/audit-trail/${path}`,
      path,
      `MovimientoAfiliatorio?empleado=${id}`,
      `Empleado/${id}`,
    ]) {
      const read = await client.get(`${API}/${query}`)
      assert.equal(read.status, 200, read.text)
      texts.push(read.text)
    }
    const unchanged = await people.act(`Empleado/${id}`, 'cambiar_salario', {}, client)
    texts.push(unchanged.text)
    const cancelled = await people.act(path, 'cancelar_movimiento', { motivo: 'Era otro' }, client)
    assert.equal(cancelled.status, 200, cancelled.text)
    texts.push(cancelled.text)
    const sent = await erp.owner.query<{ contenido: object }>(
      sql`select contenido from oficina.salida where modelo in ('Empleado', 'MovimientoPersonal') and registro = ${String(id)}`,
    )
    assert.equal(sent.length, 1)
    texts.push(JSON.stringify(sent))
    // Wages, and the bases of contributions that follow from them.
    for (const text of texts) assert.doesNotMatch(text, /777[.,]77|888[.,]88|816\.1|933\.9/)
    assert.deepEqual((await wageOf(id))[0], 777.77)
  })
})
