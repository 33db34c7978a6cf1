import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

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

const REASON = { motivo: 'Por la prueba' }
const generate = () => people.act(`RegistroPatronal/${people.registro}`, 'generar_lote_idse')
const lastBatch = async () => {
  const [lot] = await people.rows('LoteIdse?sort=-id&per_page=1')
  assert.ok(lot)
  return lot
}
const movementsOf = async (id: number) =>
  (await people.rows(`MovimientoAfiliatorio?empleado=${id}&sort=id`)).map(
    ({ estado, lote, motivo_rechazo: why }) => [estado, lote, why],
  )

describe('a batch for IDSE', () => {
  it('is refused without the guide of the subdelegation, and with nothing to tell', async () => {
    assert.deepEqual(refusals(await generate()), [422, ['VALIDATION', 'guia_idse']])
    const body = { guia_idse: '01400' }
    await erp.admin.send('PUT', `${API}/RegistroPatronal/${people.registro}`, { body })
    assert.deepEqual(refusals(await generate()), [409, ['INVALID_STATE', undefined]])
  })

  it('holds what waits by today, in its file, and waits for the answer', async () => {
    const hired = await people.employee('2026-02-27')
    const leaving = await people.employee('2026-01-05')
    await people.done(`Empleado/${leaving}`, 'dar_de_baja', {
      causa_baja: await people.one('CausaBajaImss?clave=2'),
    })
    const later = await people.employee('2026-02-27')
    await people.done(`Empleado/${later}`, 'cambiar_salario', {
      salario_diario: '600',
      fecha_efectiva: '2026-03-03',
    })
    const answer = await generate()
    assert.equal(answer.status, 200, answer.text)
    const lot = await lastBatch()
    const { id, movimientos_enviados: count, estado, numero_lote: folio } = lot
    assert.deepEqual([count, estado], [4, 'generado'])
    assert.match(String(folio), /^IDSE-\d{5}$/)
    assert.deepEqual(await movementsOf(hired), [['enviado', id, null]])
    assert.deepEqual(await movementsOf(later), [
      ['enviado', id, null],
      ['pendiente', null, null],
    ])
    const file = await erp.admin.get(`${API}/adjuntos/${String(lot['archivo'])}/contenido`)
    assert.equal(file.status, 200, file.text)
    const records = file.text.split('\r\n')
    assert.deepEqual(
      records.map((record) => record.length),
      [168, 168, 168, 168, 168, 0],
    )
    assert.deepEqual(
      records.slice(0, 4).map((record) => [record.slice(118, 126), record.slice(131, 133)]),
      [
        ['05012026', '08'],
        ['27022026', '08'],
        ['27022026', '08'],
        ['02032026', '02'],
      ],
    )
    assert.equal(records[4]?.slice(56, 62), '000004')

    // Before it is handed over there is no answer, and what it holds is not taken back.
    const early = await people.act(`LoteIdse/${String(id)}`, 'registrar_respuesta')
    assert.deepEqual(refusals(early), [409, ['INVALID_STATE', undefined]])
    const [movement] = await people.rows(`MovimientoPersonal?empleado=${leaving}`)
    const back = await people.act(
      `MovimientoPersonal/${String(movement?.['id'])}`,
      'cancelar_movimiento',
      REASON,
    )
    assert.deepEqual(refusals(back), [409, ['INVALID_STATE', undefined]])

    await people.done(`LoteIdse/${String(id)}`, 'enviar_lote')
    const { asociado } = await people.get(`Empleado/${hired}`)
    const { nss } = await people.get(`Asociado/${String(asociado)}`)
    const respond = (rechazados: unknown) =>
      people.act(`LoteIdse/${String(id)}`, 'registrar_respuesta', { rechazados })
    for (const wrong of ['nada', [{ tipo: '08' }], [{ nss: '99999999999' }]])
      assert.deepEqual(refusals(await respond(wrong)), [422, ['VALIDATION', 'rechazados']])
    const told = await respond([{ nss, tipo: '08', motivo: 'NSS no localizado' }])
    assert.equal(told.status, 200, told.text)
    const answered = await lastBatch()
    assert.deepEqual(
      [answered['estado'], answered['movimientos_operados'], answered['movimientos_rechazados']],
      ['con_rechazos', 3, 1],
    )
    assert.deepEqual(await movementsOf(hired), [['rechazado', id, 'NSS no localizado']])
    assert.deepEqual((await movementsOf(leaving)).at(-1), ['aceptado', id, null])

    // What was rejected goes into the next one.
    assert.equal((await generate()).status, 200)
    const next = await lastBatch()
    assert.deepEqual([next['movimientos_enviados']], [1])
    assert.deepEqual(await movementsOf(hired), [['enviado', next['id'], null]])
    await people.done(`LoteIdse/${String(next['id'])}`, 'enviar_lote')
    await people.done(`LoteIdse/${String(next['id'])}`, 'registrar_respuesta')
    assert.equal((await lastBatch())['estado'], 'respondido')
    assert.deepEqual(await movementsOf(hired), [['aceptado', next['id'], null]])
  })

  it('is cancelled as long as it was not handed over; what it held waits again', async () => {
    const id = await people.employee('2026-02-27')
    await generate()
    const lot = String((await lastBatch())['id'])
    await people.done(`LoteIdse/${lot}`, 'cancelar_lote', REASON)
    assert.equal((await movementsOf(id))[0]?.[0], 'pendiente')
    assert.equal((await generate()).status, 200)
    const again = String((await lastBatch())['id'])
    await people.done(`LoteIdse/${again}`, 'enviar_lote')
    const late = await people.act(`LoteIdse/${again}`, 'cancelar_lote', REASON)
    assert.deepEqual(refusals(late), [409, ['INVALID_STATE', undefined]])
  })

  it('is made once of what waits, also by two at once; a worker without his numbers is named', async () => {
    const id = await people.employee('2026-02-27')
    const { asociado } = await people.get(`Empleado/${id}`)
    await erp.owner.execute(
      sql`update public.asociado set curp = null where id = ${String(asociado)}::int8`,
    )
    assert.deepEqual(refusals(await generate()), [422, ['VALIDATION', 'curp']])
    await erp.owner.execute(
      sql`update public.asociado set curp = 'LOAA850203MDFPNA09' where id = ${String(asociado)}::int8`,
    )
    const answers = await Promise.all([generate(), generate()])
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '409'])
  })

  it('shows its file to nobody who may not see confidential ones', async () => {
    const profile = await people.company.profile('SIN_SUELDOS', {
      grants: ['LoteIdse.leer', 'RegistroPatronal.leer', 'RegistroPatronal.generar_lote_idse'],
    })
    const { client } = await people.company.person('sin.sueldos', [profile])
    const { archivo } = await lastBatch()
    const file = await client.get(`${API}/adjuntos/${String(archivo)}/contenido`)
    assert.ok([403, 404].includes(file.status), file.text)
  })
})
