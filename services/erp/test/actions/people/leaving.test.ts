import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { applyDueMovements } from '../../../src/actions/business/recursos-humanos/apply-due-movements.ts'
import { startErp, type ErpTest } from '../../erp-service.ts'
import { peopleOf, refusals, type People } from './people-fixture.ts'

let erp: ErpTest
let people: People
let causa: number
let almacen: number
let jefe: number

before(async () => {
  erp = await startErp()
  people = await peopleOf(erp)
  causa = await people.one('CausaBajaImss?clave=2')
  almacen = await people.company.create('Departamento', { clave: 'ALM', nombre: 'Almacén' })
  jefe = await people.company.create('Puesto', {
    clave: 'JEFE',
    nombre: 'Jefe de almacén',
    departamento: almacen,
  })
})

after(() => erp.stop())

const leave = (id: number, inputs: object = {}) =>
  people.act(`Empleado/${id}`, 'dar_de_baja', { causa_baja: causa, ...inputs })
const movementOf = async (id: number) => {
  const [movement] = await people.rows(`MovimientoPersonal?empleado=${id}&sort=-id&per_page=1`)
  assert.ok(movement)
  return movement
}
const cancelLast = async (id: number) =>
  await people.act(
    `MovimientoPersonal/${String((await movementOf(id))['id'])}`,
    'cancelar_movimiento',
    {
      motivo: 'Fue un error',
    },
  )
const DAY_MS = 24 * 60 * 60 * 1_000

describe('dar_de_baja', () => {
  it('ends the contract and leaves the movement 02 with its cause, and is taken back while it waits', async () => {
    const id = await people.employee()
    const answer = await leave(id, { fecha_baja: '2026-02-27', comentario: 'Renunció' })
    assert.equal(answer.status, 200, answer.text)
    const { estado, fecha_baja: day } = await people.get(`Empleado/${id}`)
    assert.deepEqual([estado, day], ['baja', '2026-02-27'])
    const contract = await people.record('ContratoLaboral', `empleado=${id}`)
    assert.deepEqual([contract.estado, contract.fecha_terminacion], ['terminado', '2026-02-27'])
    const [told] = await people.rows(`MovimientoAfiliatorio?empleado=${id}&sort=-id`)
    assert.deepEqual(
      [told?.['tipo'], told?.['causa_baja'], told?.['fecha_movimiento'], told?.['estado']],
      [await people.one('TipoMovimientoImss?clave=02'), causa, '2026-02-27', 'pendiente'],
    )
    assert.equal(told?.['salario_base_cotizacion'], null)
    const { tipo, motivo, id: movimiento } = await movementOf(id)
    assert.deepEqual([tipo, motivo, contract.terminado_por], ['baja', 'Renunció', movimiento])

    assert.equal((await cancelLast(id)).status, 200)
    const back = await people.get(`Empleado/${id}`)
    assert.deepEqual([back['estado'], back['fecha_baja']], ['activo', null])
    const again = await people.record('ContratoLaboral', `empleado=${id}`)
    assert.deepEqual(
      [again.estado, again.fecha_terminacion, again.terminado_por],
      ['borrador', null, null],
    )
    const [cancelled] = await people.rows(`MovimientoAfiliatorio?empleado=${id}&sort=-id`)
    assert.equal(cancelled?.['estado'], 'cancelado')
  })

  it('is refused of a day to come, before he was hired, without cause, twice, and with a later change', async () => {
    const id = await people.employee()
    assert.deepEqual(refusals(await leave(id, { fecha_baja: '2026-03-03' })), [
      422,
      ['VALIDATION', 'fecha_baja'],
    ])
    assert.deepEqual(refusals(await leave(id, { fecha_baja: '2025-01-05' })), [
      422,
      ['VALIDATION', 'fecha_baja'],
    ])
    assert.deepEqual(refusals(await leave(id, { causa_baja: 999_999 })), [
      422,
      ['UNKNOWN_REFERENCE', 'causa_baja'],
    ])
    await people.done(`Empleado/${id}`, 'cambiar_salario', {
      salario_diario: '600',
      fecha_efectiva: '2026-03-16',
    })
    const later = await leave(id)
    assert.deepEqual(refusals(later), [422, ['VALIDATION', 'fecha_baja']])
    assert.match(later.text, new RegExp(String((await movementOf(id))['folio'])))
    await cancelLast(id)
    assert.equal((await leave(id)).status, 200)
    assert.deepEqual(refusals(await leave(id)), [409, ['INVALID_STATE', undefined]])
  })

  it('is refused while somebody is to be away later, and warns of loans and of a late day', async () => {
    const id = await people.employee()
    await people.done(`Empleado/${id}`, 'registrar_incapacidad', {
      folio: 'AB123456',
      tipo: await people.one('TipoIncapacidad?clave=02'),
      clase: 'inicial',
      fecha_inicio: '2026-03-01',
      dias: 5,
    })
    const refused = await leave(id)
    assert.deepEqual(refusals(refused), [422, ['VALIDATION', 'fecha_baja']])
    assert.match(refused.text, /AB123456/)
    const incapacidad = await people.one(`Incapacidad?empleado=${id}`)
    await people.done(`Incapacidad/${incapacidad}`, 'cancelar_incapacidad', { motivo: 'Era otro' })
    const late = await leave(id, { fecha_baja: '2026-01-30' })
    assert.deepEqual(
      late.json.data.warnings.map(({ field }: { field: string }) => field),
      ['fecha_baja'],
    )
  })

  it('lets him be hired anew, and his old life cannot be taken up again then', async () => {
    const id = await people.employee()
    await leave(id)
    const { asociado } = await people.get(`Empleado/${id}`)
    assert.equal((await people.hire(Number(asociado))).status, 200)
    const back = await cancelLast(id)
    assert.deepEqual(refusals(back), [409, ['INVALID_STATE', undefined]])
    assert.equal((await people.get(`Empleado/${id}`))['estado'], 'baja')
  })
})

describe('cambiar_puesto', () => {
  const positionOf = async (id: number) => {
    const { asociado } = await people.get(`Empleado/${id}`)
    const { puesto, departamento } = await people.get(`Asociado/${String(asociado)}`)
    return [puesto, departamento]
  }

  it('moves him to the department of the position, and back', async () => {
    const id = await people.employee()
    const before = await positionOf(id)
    await people.done(`Empleado/${id}`, 'cambiar_puesto', { puesto: jefe })
    assert.deepEqual(await positionOf(id), [jefe, almacen])
    const { tipo, puesto_nuevo: position, estado } = await movementOf(id)
    assert.deepEqual([tipo, position, estado], ['transferencia', jefe, 'aplicado'])
    const same = await people.act(`Empleado/${id}`, 'cambiar_puesto', { puesto: jefe })
    assert.deepEqual(refusals(same), [422, ['VALIDATION', 'puesto']])
    assert.equal((await cancelLast(id)).status, 200)
    assert.deepEqual(await positionOf(id), before)
  })

  it('of a day to come it is on that day', async () => {
    const id = await people.employee()
    const before = await positionOf(id)
    const inputs = { puesto: jefe, fecha_efectiva: '2026-03-09' }
    await people.done(`Empleado/${id}`, 'cambiar_puesto', inputs)
    assert.deepEqual(await positionOf(id), before)
    const second = await people.act(`Empleado/${id}`, 'cambiar_puesto', {
      ...inputs,
      fecha_efectiva: '2026-03-05',
    })
    assert.deepEqual(refusals(second), [422, ['VALIDATION', 'fecha_efectiva']])
    const applied = (days: number) =>
      applyDueMovements(erp.asService(), erp.asOwner, erp.clock.now() + days * DAY_MS)
    await applied(6)
    assert.deepEqual(await positionOf(id), before)
    await applied(7)
    assert.deepEqual(await positionOf(id), [jefe, almacen])
    assert.equal((await cancelLast(id)).status, 200)
    assert.deepEqual(await positionOf(id), before)
  })
})
