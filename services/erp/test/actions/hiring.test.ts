import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { curpCheckDigit } from '../../src/fiscal/curp.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { API, refusal } from '../rights/rights-fixture.ts'
import { hiring, type Hiring } from './hiring-fixture.ts'

let erp: ErpTest
let people: Hiring

before(async () => {
  erp = await startErp()
  people = await hiring(erp)
})

after(() => erp.stop())

describe('alta_de_empleado', () => {
  it('makes Empleado, contract, salary and the movement for the IMSS, with the base that the law says', async () => {
    const id = await people.associate()
    const answer = await people.hire(id, { fecha_alta: '2026-03-02' })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      [
        answer.json.data.ok,
        answer.json.data.record.es_empleado,
        answer.json.data.record.fecha_ingreso,
      ],
      [true, true, '2026-03-02'],
    )
    const employee = await people.record('Empleado', `asociado=${id}`)
    const {
      registro_patronal: own,
      salario_diario: daily,
      salario_base_cotizacion: base,
    } = employee
    // 500.00 × 383 / 365: 15 days of aguinaldo, a quarter of 12 days of vacations.
    assert.deepEqual(
      [own, daily, base, employee.fecha_alta, employee.estado, employee.tipo_contrato_str],
      [people.registro, 500, 524.66, '2026-03-02', 'activo', employee.tipo_contrato_str],
    )
    const contract = await people.record('ContratoLaboral', `empleado=${employee.id}`)
    assert.match(contract.folio, /^CL-26-\d{5}$/)
    assert.deepEqual(
      [contract.puesto, contract.salario_diario, contract.fecha_inicio, contract.estado],
      [people.puesto, 500, '2026-03-02', 'borrador'],
    )
    const salary = await people.record('HistorialSalario', `empleado=${employee.id}`)
    assert.deepEqual(
      [salary.factor_integracion, salary.parte_fija, salary.parte_variable, salary.motivo],
      [1.049315, 524.66, 0, 'ingreso'],
    )
    assert.equal(salary.salario_base_cotizacion, 524.66)
    const movement = await people.record('MovimientoAfiliatorio', `empleado=${employee.id}`)
    assert.deepEqual(
      [
        movement.tipo,
        movement.registro_patronal,
        movement.salario_base_cotizacion,
        movement.estado,
      ],
      [await people.one('TipoMovimientoImss?clave=08'), people.registro, 524.66, 'pendiente'],
    )
    assert.deepEqual(
      [movement.tipo_trabajador, movement.tipo_salario, movement.jornada],
      [
        await people.one('TipoTrabajadorImss?clave=1'),
        await people.one('TipoSalarioImss?clave=0'),
        await people.one('JornadaReducidaImss?clave=0'),
      ],
    )
  })

  it('completes the Empleado that creating the Asociado made, and is refused the second time', async () => {
    const id = await people.associate({ es_empleado: true, fecha_ingreso: '2026-02-27' })
    const made = await people.record('Empleado', `asociado=${id}`)
    assert.equal((await people.hire(id)).status, 200)
    const completed = await people.record('Empleado', `asociado=${id}`)
    assert.deepEqual(
      [completed.id, completed.numero, completed.fecha_alta, completed.version],
      [made.id, made.numero, '2026-02-27', made.version + 1],
    )
    const before = await people.counts()
    const again = await people.hire(id)
    assert.deepEqual(refusal(again).slice(0, 2), [409, 'INVALID_STATE'])
    assert.match(again.json.errors[0].message, new RegExp(`Empleado ${made.numero}`))
    assert.deepEqual(await people.counts(), before)
  })

  it('hires who has left anew, with the old record kept', async () => {
    const id = await people.associate()
    await people.hire(id)
    const first = await people.record('Empleado', `asociado=${id}`)
    await erp.admin.send('PUT', `${API}/Empleado/${first.id}`, {
      body: { estado: 'baja', fecha_baja: '2026-03-01' },
    })
    assert.equal((await people.hire(id, { salario_diario: '600' })).status, 200)
    const { json } = await erp.admin.get(`${API}/Empleado?asociado=${id}&sort=id`)
    assert.deepEqual(
      json.data.map(({ estado, salario_diario: daily }: Record<string, unknown>) => [
        estado,
        daily,
      ]),
      [
        ['baja', 500],
        ['activo', 600],
      ],
    )
  })

  it('is told to the audit log of each record and to subscribers, without the salary', async () => {
    await people.company.create('SuscripcionEvento', {
      nombre: 'altas',
      url: 'http://127.0.0.1:9/hook',
      evento: await people.one('EventoSistema?nombre=alta'),
      activo: true,
    })
    const id = await people.associate()
    assert.equal((await people.hire(id)).status, 200)
    const employee = await people.record('Empleado', `asociado=${id}`)
    const contract = await people.record('ContratoLaboral', `empleado=${employee.id}`)
    for (const [path, operation] of [
      [`Asociado/${id}`, 'accion'],
      [`Empleado/${employee.id}`, 'alta'],
      [`ContratoLaboral/${contract.id}`, 'alta'],
    ] as const) {
      const { json } = await erp.admin.get(`${API}/reports/audit-trail/${path}`)
      assert.equal(json.data[0].operacion, operation, path)
    }
    const [sent] = await erp.owner.query<{ contenido: { cuerpo: object } }>(
      sql`select contenido from oficina.salida where modelo = 'Asociado' and registro = ${String(id)}`,
    )
    assert.deepEqual(sent?.contenido.cuerpo, {
      evento: 'Asociado.alta',
      modelo: 'Asociado',
      id,
      ocurrido_en: new Date(erp.clock.now()).toISOString(),
      datos: { empleado: employee.id, numero: employee.numero, fecha_alta: employee.fecha_alta },
    })
  })

  it('hires many at once, passing over numbers and folios that somebody typed; one that cannot be fails alone', async () => {
    const ids = [
      await people.associate(),
      await people.associate(),
      await people.associate({ nss: null }),
    ]
    const [latest] = (await erp.admin.get(`${API}/ContratoLaboral?sort=-folio&per_page=1`)).json
      .data
    const next = `CL-26-${String(Number(latest.folio.slice(-5)) + 1).padStart(5, '0')}`
    await people.company.create('ContratoLaboral', {
      ...latest,
      id: undefined,
      version: undefined,
      folio: next,
    })
    const last = (await erp.admin.get(`${API}/Empleado?sort=-id&per_page=1`)).json.data[0]
    const numero = `E${String(last.id + 2).padStart(5, '0')}`
    await people.company.create('Empleado', {
      numero,
      asociado: ids[2],
      fecha_alta: '2026-01-01',
      estado: 'baja',
    })
    const answer = await erp.admin.post(`${API}/Asociado/actions/alta_de_empleado`, {
      ids: [...ids, 999_999],
      salario_diario: 450,
    })
    const results = answer.json.data.results.map(
      ({ ok, errors }: { ok: boolean; errors?: { code: string; field?: string }[] }) => [
        ok,
        errors?.[0]?.code,
        errors?.[0]?.field,
      ],
    )
    assert.deepEqual(results, [
      [true, undefined, undefined],
      [true, undefined, undefined],
      [false, 'VALIDATION', 'nss'],
      [false, 'NOT_FOUND', undefined],
    ])
    assert.deepEqual(answer.json.meta, {
      model: 'Asociado',
      action: 'alta_de_empleado',
      total: 4,
      succeeded: 2,
      failed: 2,
    })
  })

  it('of two callers at once hires once', async () => {
    const id = await people.associate()
    const answers = await Promise.all([people.hire(id), people.hire(id), people.hire(id)])
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '409', '409'])
    await people.record('Empleado', `asociado=${id}`)
  })

  it('takes the better benefits of the payroll group, and 25 UMA at most', async () => {
    const tabla = await people.company.create('TablaPrestaciones', {
      clave: 'CONF',
      nombre: 'Confianza',
      inicio_vigencia: '2026-01-01',
    })
    // Fewer days of vacations than the law grants, which do not count.
    await people.company.create('TablaPrestacionesAnio', {
      tabla,
      antiguedad: 1,
      dias_aguinaldo: 30,
      dias_vacaciones: 6,
      prima_vacacional: '0.5',
      factor_integracion: '1',
    })
    const grupo = await people.company.create('GrupoNomina', {
      clave: 'QNA',
      nombre: 'Quincenal',
      periodicidad: await people.one('PeriodicidadPago?clave=04'),
      tabla_prestaciones: tabla,
      dias_periodo: 15,
    })
    const id = await people.associate()
    assert.equal(
      (await people.hire(id, { grupo_nomina: grupo, salario_diario: '3000' })).status,
      200,
    )
    const employee = await people.record('Empleado', `asociado=${id}`)
    const salary = await people.record('HistorialSalario', `empleado=${employee.id}`)
    // (365 + 30 + 12 × 0.5) / 365; 25 × 117.31.
    assert.deepEqual(
      [salary.factor_integracion, salary.parte_fija, salary.salario_base_cotizacion],
      [1.09863, 3295.89, 2932.75],
    )
  })

  it('adds what varies, of a person on a fixed term', async () => {
    const id = await people.associate()
    const mixed = {
      tipo_salario: await people.one('TipoSalarioImss?clave=2'),
      salario_variable: '100.10',
      tipo_contrato: await people.one('TipoContrato?clave=03'),
      fecha_fin: '2026-12-31',
      lugar_trabajo: 'Planta 1',
    }
    assert.equal((await people.hire(id, mixed)).status, 200)
    const employee = await people.record('Empleado', `asociado=${id}`)
    const contract = await people.record('ContratoLaboral', `empleado=${employee.id}`)
    const movement = await people.record('MovimientoAfiliatorio', `empleado=${employee.id}`)
    assert.deepEqual(
      [contract.fecha_fin, contract.lugar_trabajo, movement.salario_base_cotizacion],
      ['2026-12-31', 'Planta 1', 624.76],
    )
    assert.equal(movement.tipo_trabajador, await people.one('TipoTrabajadorImss?clave=2'))
  })

  it('is remarked on when the IMSS hears of it late', async () => {
    const soon = await people.hire(await people.associate(), { fecha_alta: '2026-02-23' })
    assert.equal(soon.json.meta.warnings ?? soon.json.data.warnings, undefined, soon.text)
    const late = await people.hire(await people.associate(), { fecha_alta: '2026-02-20' })
    assert.match(late.text, /more than 5 working days ago/)
    assert.equal(late.json.data.ok, true)
  })
})

describe('a hire is refused with its field and rule', () => {
  it('when a number of the person is missing', async () => {
    const id = await people.associate({ rfc: null, curp: null, nss: null })
    const answer = await people.hire(id)
    assert.deepEqual(
      answer.json.errors.map(({ code, field }: { code: string; field: string }) => [code, field]),
      [
        ['VALIDATION', 'rfc'],
        ['VALIDATION', 'curp'],
        ['VALIDATION', 'nss'],
      ],
    )
    assert.equal(answer.status, 422)
  })

  it('when a number stands there that no check digit or person fits', async () => {
    const id = await people.associate()
    const wrong = { rfc: 'XAXX010101000', curp: 'LOAA850203MDFPNN00', nss: '12345678901' }
    // No write of the API lets them through.
    await erp.owner.execute(sql`
      update public.asociado set rfc = ${wrong.rfc}, curp = ${wrong.curp}, nss = ${wrong.nss} where id = ${id}::int8`)
    const { json } = await people.hire(id)
    assert.deepEqual(
      json.errors.map(({ field }: { field: string }) => field),
      ['rfc', 'curp', 'nss'],
    )
  })

  it('when the terms do not fit the law or each other', async () => {
    const id = await people.associate()
    const contract = (clave: string) => people.one(`TipoContrato?clave=${clave}`)
    const cases: readonly (readonly [object, string])[] = [
      [{ salario_diario: '315.03' }, 'salario_diario'],
      [{ salario_diario: '-500' }, 'salario_diario'],
      [{ salario_diario: null }, 'salario_diario'],
      [{ salario_variable: '1' }, 'salario_variable'],
      [{ tipo_salario: await people.one('TipoSalarioImss?clave=1') }, 'salario_variable'],
      [{ tipo_contrato: await contract('03') }, 'fecha_fin'],
      [{ fecha_fin: '2026-12-31' }, 'fecha_fin'],
      [{ tipo_contrato: await contract('03'), fecha_fin: '2026-01-31' }, 'fecha_fin'],
      [{ tipo_contrato: await contract('05') }, 'dias_prueba'],
      [{ dias_prueba: 181 }, 'dias_prueba'],
      [{ fecha_alta: '2023-12-31' }, 'fecha_alta'],
    ]
    const before = await people.counts()
    for (const [inputs, field] of cases) {
      const answer = await people.hire(id, { fecha_alta: '2026-03-02', ...inputs })
      assert.deepEqual(refusal(answer), [422, 'VALIDATION', field], answer.text)
    }
    const [low] = (await people.hire(id, { salario_diario: '315.03' })).json.errors
    assert.match(low.message, /315\.03 is below .* Resto del país on 2026-03-02, 315\.04/)
    assert.deepEqual(await people.counts(), before)
  })

  it('when what it points to is not there, is closed, or does not say enough', async () => {
    const id = await people.associate()
    for (const name of [
      'registro_patronal',
      'puesto',
      'grupo_nomina',
      'unidad_medica',
      'jornada',
    ]) {
      const answer = await people.hire(id, { [name]: 999_999 })
      assert.deepEqual(refusal(answer), [422, 'UNKNOWN_REFERENCE', name])
    }
    const same = await people.record('RegistroPatronal', `id=${people.registro}`)
    const { subdelegacion, fraccion, clase, prima_riesgo: prima, zona } = same
    const closed = await people.company.create('RegistroPatronal', {
      numero: 'Y5400000000',
      subdelegacion,
      fraccion,
      clase,
      prima_riesgo: prima,
      zona,
      activo: false,
    })
    const inactive = await people.hire(id, { registro_patronal: closed })
    assert.deepEqual(refusal(inactive), [422, 'VALIDATION', 'registro_patronal'])
    const none = await people.associate({ puesto: null })
    assert.deepEqual(refusal(await people.hire(none)), [422, 'VALIDATION', 'puesto'])
    const old = await people.hire(id, {
      registro_patronal: people.registro,
      fecha_alta: '2024-01-01',
    })
    assert.equal(old.status, 200, old.text)
  })

  it('when the company has no registration with the IMSS that follows', async () => {
    const other = await erp.otherCompany()
    const own = async (model: string, body: object): Promise<number> => {
      const answer = await other.post(`${API}/${model}`, body)
      assert.equal(answer.status, 201, answer.text)
      return answer.json.data.id
    }
    const departamento = await own('Departamento', { clave: 'A', nombre: 'A' })
    const position = await own('Puesto', { clave: 'A', nombre: 'A', departamento })
    const id = await own('Asociado', people.person({ puesto: position }))
    assert.deepEqual(refusal(await people.hire(id, {}, other)), [
      422,
      'VALIDATION',
      'registro_patronal',
    ])
    // Another company's is none.
    const theirs = await people.hire(id, { registro_patronal: people.registro }, other)
    assert.deepEqual(refusal(theirs), [422, 'UNKNOWN_REFERENCE', 'registro_patronal'])
  })

  it('when the person is younger than the law allows', async () => {
    const curp = 'LOAA110401MDFPNBA'
    const id = await people.associate({ curp: null, rfc: null })
    await erp.owner.execute(sql`
      update public.asociado set curp = ${curp + curpCheckDigit(`${curp}0`)} where id = ${id}::int8`)
    const { json } = await people.hire(id, { fecha_alta: '2026-03-31' })
    assert.match(json.errors[1].message, /^curp: born on 2011-04-01, not yet 15 on 2026-03-31/)
  })

  it('when the caller may not, or cannot reach the person', async () => {
    const id = await people.associate()
    const reading = await people.company.profile('SOLO_LEE', { grants: ['Asociado.leer'] })
    const reader = (await people.company.person('rh-lee', [reading])).client
    assert.deepEqual(refusal(await people.hire(id, {}, reader)).slice(0, 2), [403, 'FORBIDDEN'])
    const limited = await people.company.profile('OTROS', {
      grants: ['Asociado.leer', 'Asociado.alta_de_empleado'],
      rules: [{ modelo: 'Asociado', filtro: { nombre: 'Nadie' } }],
    })
    const hiring = (await people.company.person('rh-otros', [limited])).client
    assert.deepEqual(refusal(await people.hire(id, {}, hiring)).slice(0, 2), [404, 'NOT_FOUND'])
  })
})
