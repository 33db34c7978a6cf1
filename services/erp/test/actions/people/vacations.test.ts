import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API } from '../../rights/rights-fixture.ts'
import { peopleOf, refusals, type People } from './people-fixture.ts'

let erp: ErpTest
let people: People

before(async () => {
  erp = await startErp()
  people = await peopleOf(erp)
})

after(() => erp.stop())

const ask = (id: number, from: string, to: string, inputs: object = {}) =>
  people.act(`Empleado/${id}`, 'solicitar_vacaciones', {
    fecha_inicio: from,
    fecha_fin: to,
    ...inputs,
  })
const requestsOf = (id: number) => people.rows(`SolicitudVacaciones?empleado=${id}&sort=id`)
const lastOf = async (id: number) => Number((await requestsOf(id)).at(-1)?.['id'])
const decide = (id: number, action: string, inputs: object = {}) =>
  people.act(`SolicitudVacaciones/${id}`, action, inputs)
const balancesOf = async (id: number) =>
  (await people.rows(`SaldoVacaciones?empleado=${id}&sort=anio_servicio`)).map((row) => [
    row['anio_servicio'],
    row['dias_derecho'],
    row['dias_disfrutados'],
    row['dias_pendientes'],
  ])
const REASON = { motivo: 'Por la prueba' }

describe('solicitar_vacaciones', () => {
  it('counts days of work, and makes the balance of the anniversary', async () => {
    const id = await people.employee('2025-01-06')
    // From a Thursday: 15 March is a Sunday, 16 March a holiday.
    const answer = await ask(id, '2026-03-12', '2026-03-17', { comentario: 'Boda' })
    assert.equal(answer.status, 200, answer.text)
    const [request] = await requestsOf(id)
    const { folio, dias, fecha_regreso: returns, estado, fecha } = request ?? {}
    assert.match(String(folio), /^SV-\d{5}$/)
    assert.deepEqual([dias, returns, estado, fecha], [4, '2026-03-18', 'solicitada', '2026-03-02'])
    assert.deepEqual(await balancesOf(id), [[1, 12, 0, 12]])
    const balance = await people.record('SaldoVacaciones', `empleado=${id}`)
    assert.deepEqual(
      [balance.id, balance.fecha_aniversario, balance.fecha_prescripcion],
      [request?.['saldo'], '2026-01-06', '2027-07-06'],
    )
  })

  it('counts the days of the shift, where there is one', async () => {
    const id = await people.employee('2025-01-06')
    const turno = await people.company.create('TurnoLaboral', {
      clave: 'LV',
      nombre: 'Lunes a viernes',
      tipo_jornada: await people.one('TipoJornada?clave=01'),
      horas_semana: '40',
      activo: true,
    })
    for (const numero of [1, 2, 3, 4, 5])
      await people.company.create('TurnoLaboralDia', {
        turno,
        dia_semana: await people.one(`DiaSemana?numero=${numero}`),
      })
    await people.company.create('AsignacionTurno', {
      empleado: id,
      turno,
      fecha_inicio: '2026-01-01',
      motivo: 'base',
    })
    await ask(id, '2026-03-12', '2026-03-17')
    assert.equal((await requestsOf(id))[0]?.['dias'], 3)
    const weekend = await ask(id, '2026-03-21', '2026-03-22')
    assert.deepEqual(refusals(weekend), [422, ['VALIDATION', 'fecha_inicio']])
  })

  it('takes the oldest year first, a request for each', async () => {
    const id = await people.employee('2024-01-08')
    // Fifteen days from a Monday on, without the holiday and two Sundays.
    assert.equal((await ask(id, '2026-03-02', '2026-03-19')).status, 200)
    assert.deepEqual(
      (await requestsOf(id)).map((row) => [row['fecha_inicio'], row['fecha_fin'], row['dias']]),
      [
        // With the Sunday and the holiday that follow.
        ['2026-03-02', '2026-03-16', 12],
        ['2026-03-17', '2026-03-19', 3],
      ],
    )
    assert.deepEqual(await balancesOf(id), [
      [1, 12, 0, 12],
      [2, 14, 0, 14],
    ])
  })

  it('takes the table of the payroll group where it is more, and days ahead where it allows them', async () => {
    const tabla_prestaciones = await people.company.create('TablaPrestaciones', {
      clave: 'MAS',
      nombre: 'Más que la ley',
      inicio_vigencia: '2024-01-01',
      activo: true,
    })
    await people.company.create('TablaPrestacionesAnio', {
      tabla: tabla_prestaciones,
      antiguedad: 1,
      dias_aguinaldo: '15',
      dias_vacaciones: '15',
      prima_vacacional: '0.25',
      factor_integracion: '1.0514',
    })
    const grupo_nomina = await people.company.create('GrupoNomina', {
      clave: 'MAS',
      nombre: 'Más que la ley',
      periodicidad: await people.one('PeriodicidadPago?clave=04'),
      tabla_prestaciones,
      dias_periodo: '15',
      activo: true,
    })
    const id = await people.employee('2025-09-01', { grupo_nomina })
    const early = await ask(id, '2026-03-09', '2026-03-10')
    assert.deepEqual(refusals(early), [422, ['VALIDATION', 'fecha_fin']])
    await erp.admin.send('PUT', `${API}/GrupoNomina/${grupo_nomina}`, {
      body: { permite_vacaciones_anticipadas: true },
    })
    assert.equal((await ask(id, '2026-03-09', '2026-03-10')).status, 200)
    assert.deepEqual(await balancesOf(id), [[1, 15, 0, 15]])
    // Not more than that year will give: 2 were asked for, 14 more are.
    assert.deepEqual(refusals(await ask(id, '2026-04-06', '2026-04-21')), [
      422,
      ['VALIDATION', 'fecha_fin'],
    ])
  })

  it('is refused beyond the balance, over another absence, backwards, or before he was hired', async () => {
    const id = await people.employee('2025-01-06')
    const cases: readonly (readonly [string, string, string])[] = [
      ['2026-04-06', '2026-04-20', 'fecha_fin'],
      ['2026-04-06', '2026-04-05', 'fecha_fin'],
      ['2025-01-04', '2025-01-08', 'fecha_inicio'],
      ['2026-04-06', '2027-04-08', 'fecha_fin'],
    ]
    for (const [from, to, field] of cases)
      assert.deepEqual(refusals(await ask(id, from, to)), [422, ['VALIDATION', field]], from)
    // What was asked for is not there twice.
    assert.equal((await ask(id, '2026-04-06', '2026-04-15')).status, 200)
    assert.deepEqual(refusals(await ask(id, '2026-05-04', '2026-05-07')), [
      422,
      ['VALIDATION', 'fecha_fin'],
    ])
    const over = await ask(id, '2026-04-15', '2026-04-16')
    assert.deepEqual(refusals(over), [422, ['VALIDATION', 'fecha_inicio']])
    assert.match(over.text, /SV-\d{5}/)
    const [request] = await requestsOf(id)
    assert.equal((await decide(Number(request?.['id']), 'rechazar_vacaciones', REASON)).status, 200)
    assert.equal((await ask(id, '2026-04-15', '2026-04-16')).status, 200)
    const typed = await erp.admin.post(`${API}/SolicitudVacaciones`, { empleado: id })
    assert.deepEqual(refusals(typed), [403, ['FORBIDDEN', undefined]])
  })

  it('of two at once has the days once', async () => {
    const id = await people.employee('2025-01-06')
    const answers = await Promise.all([
      ask(id, '2026-04-06', '2026-04-15'),
      ask(id, '2026-05-04', '2026-05-13'),
    ])
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '422'])
  })
})

describe('a request of holidays', () => {
  it('takes its days out of the balance when it is authorized, and gives them back', async () => {
    const id = await people.employee('2025-01-06')
    await ask(id, '2026-03-12', '2026-03-17')
    const request = await lastOf(id)
    assert.equal((await decide(request, 'autorizar_vacaciones')).status, 200)
    assert.deepEqual(await balancesOf(id), [[1, 12, 4, 8]])
    assert.deepEqual(refusals(await decide(request, 'autorizar_vacaciones')), [
      409,
      ['INVALID_STATE', undefined],
    ])
    assert.equal((await decide(request, 'cancelar_vacaciones', REASON)).status, 200)
    assert.deepEqual(await balancesOf(id), [[1, 12, 0, 12]])
    // What was only asked for took none.
    await ask(id, '2026-03-12', '2026-03-17')
    await decide(await lastOf(id), 'cancelar_vacaciones', REASON)
    assert.deepEqual(await balancesOf(id), [[1, 12, 0, 12]])
  })

  it('never takes more than is left by then', async () => {
    const id = await people.employee('2025-01-06')
    await ask(id, '2026-03-12', '2026-03-17')
    const balance = await people.one(`SaldoVacaciones?empleado=${id}`)
    const body = { dias_disfrutados: '9' }
    assert.equal(
      (await erp.admin.send('PUT', `${API}/SaldoVacaciones/${balance}`, { body })).status,
      200,
    )
    assert.deepEqual(await balancesOf(id), [[1, 12, 9, 3]])
    assert.deepEqual(refusals(await decide(await lastOf(id), 'autorizar_vacaciones')), [
      409,
      ['INVALID_STATE', undefined],
    ])
    assert.deepEqual(await balancesOf(id), [[1, 12, 9, 3]])
  })

  it('is authorized by somebody else than who takes them', async () => {
    const profile = await people.company.profile('JEFE', {
      grants: ['SolicitudVacaciones.leer', 'SolicitudVacaciones.autorizar_vacaciones'],
    })
    const jefe = await people.company.person('jefe', [profile])
    const own = await people.employee('2025-01-06', {}, { usuario: jefe.usuario })
    const other = await people.employee('2025-01-06')
    for (const id of [own, other]) await ask(id, '2026-03-12', '2026-03-17')
    const authorize = async (id: number) =>
      await people.act(
        `SolicitudVacaciones/${await lastOf(id)}`,
        'autorizar_vacaciones',
        {},
        jefe.client,
      )
    assert.deepEqual(refusals(await authorize(own)), [403, ['SEGREGATION_OF_DUTIES', undefined]])
    assert.equal((await authorize(other)).status, 200)
    const { asociado } = await people.get(`Empleado/${own}`)
    assert.equal((await requestsOf(other))[0]?.['autorizado_por'], asociado)
  })
})
