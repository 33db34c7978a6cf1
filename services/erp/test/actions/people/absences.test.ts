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

const REASON = { motivo: 'Por la prueba' }
const counter = { next: 0 }

async function kind(more: object = {}): Promise<number> {
  counter.next += 1
  const clave = `T${counter.next}`
  return await people.company.create('TipoAusencia', { clave, nombre: `Tipo ${clave}`, ...more })
}

const ask = (id: number, tipo: number, from: string, to: string) =>
  people.act(`Empleado/${id}`, 'solicitar_ausencia', { tipo, fecha_inicio: from, fecha_fin: to })
const absenceOf = async (id: number) => {
  const [row] = await people.rows(`SolicitudAusencia?empleado=${id}&sort=-id`)
  assert.ok(row)
  return row
}
const decide = async (id: number, action: string, inputs: object = {}) =>
  await people.act(`SolicitudAusencia/${String((await absenceOf(id))['id'])}`, action, inputs)

describe('solicitar_ausencia', () => {
  it('counts days of work, and is authorized, rejected and cancelled', async () => {
    const id = await people.employee()
    const tipo = await kind({ con_goce: true })
    assert.equal((await ask(id, tipo, '2026-03-13', '2026-03-17')).status, 200)
    const { folio, dias, estado } = await absenceOf(id)
    assert.match(String(folio), /^SA-\d{5}$/)
    assert.deepEqual([dias, estado], [3, 'solicitada'])
    assert.equal((await decide(id, 'autorizar_ausencia')).status, 200)
    assert.deepEqual(refusals(await decide(id, 'rechazar_ausencia', REASON)), [
      409,
      ['INVALID_STATE', undefined],
    ])
    const over = await ask(id, tipo, '2026-03-17', '2026-03-17')
    assert.deepEqual(refusals(over), [422, ['VALIDATION', 'fecha_inicio']])
    assert.equal((await decide(id, 'cancelar_ausencia', REASON)).status, 200)
    assert.equal((await ask(id, tipo, '2026-03-17', '2026-03-17')).status, 200)
    assert.equal((await decide(id, 'rechazar_ausencia', REASON)).status, 200)
    assert.equal((await absenceOf(id))['estado'], 'rechazada')
  })

  it('is held to what its kind allows', async () => {
    const id = await people.employee()
    const short = await kind({ dias_maximos: 5 })
    assert.deepEqual(refusals(await ask(id, short, '2026-03-02', '2026-03-07')), [
      422,
      ['VALIDATION', 'fecha_fin'],
    ])
    assert.equal((await ask(id, short, '2026-03-02', '2026-03-06')).status, 200)
    const gone = await kind({ activo: false })
    assert.deepEqual(refusals(await ask(id, gone, '2026-03-20', '2026-03-20')), [
      422,
      ['VALIDATION', 'tipo'],
    ])
    assert.deepEqual(refusals(await ask(id, 999_999, '2026-03-20', '2026-03-20')), [
      422,
      ['UNKNOWN_REFERENCE', 'tipo'],
    ])
  })

  it('waits for the proof that its kind wants; the rest of it does not change by hand', async () => {
    const id = await people.employee()
    await ask(id, await kind({ requiere_comprobante: true }), '2026-03-20', '2026-03-20')
    assert.deepEqual(refusals(await decide(id, 'autorizar_ausencia')), [
      422,
      ['VALIDATION', 'comprobante'],
    ])
    const path = `${API}/SolicitudAusencia/${String((await absenceOf(id))['id'])}`
    const put = async (body: object) => refusals(await erp.admin.send('PUT', path, { body }))
    assert.deepEqual(await put({ dias: '9' }), [409, ['INVALID_STATE', 'dias']])
    assert.deepEqual(await put({ autorizado_por: 1 }), [422, ['READ_ONLY_FIELD', 'autorizado_por']])
    assert.deepEqual(await put({ estado: 'autorizada' }), [409, ['INVALID_STATE', 'estado']])
  })
})

describe('registrar_incapacidad', () => {
  const register = async (id: number, clave: string, inputs: object) => {
    counter.next += 1
    return await people.act(`Empleado/${id}`, 'registrar_incapacidad', {
      folio: `AB${String(counter.next).padStart(6, '0')}`,
      tipo: await people.one(`TipoIncapacidad?clave=${clave}`),
      clase: 'inicial',
      ...inputs,
    })
  }
  const incapacitiesOf = (id: number) => people.rows(`Incapacidad?empleado=${id}&sort=fecha_inicio`)
  const shown = async (id: number) =>
    (await incapacitiesOf(id)).map((row) => [
      row['fecha_fin'],
      row['porcentaje_subsidio'],
      row['dias_sin_subsidio'],
    ])

  it('of a general illness leaves three days unpaid, of all its certificates together', async () => {
    const id = await people.employee()
    for (const [clase, from, dias] of [
      ['inicial', '2026-03-02', 2],
      ['subsecuente', '2026-03-04', 5],
      ['subsecuente', '2026-03-09', 7],
    ] as const) {
      const answer = await register(id, '02', { clase, fecha_inicio: from, dias })
      assert.equal(answer.status, 200, answer.text)
    }
    assert.deepEqual(await shown(id), [
      ['2026-03-03', 0.6, 2],
      ['2026-03-08', 0.6, 1],
      ['2026-03-15', 0.6, 0],
    ])
  })

  it('of a risk of work, of maternity and of care pays from the first day', async () => {
    for (const [clave, rate] of [
      ['01', 1],
      ['03', 1],
      ['04', 0.6],
    ] as const) {
      const id = await people.employee()
      await register(id, clave, { fecha_inicio: '2026-03-02', dias: 28 })
      assert.deepEqual(await shown(id), [['2026-03-29', rate, 0]])
    }
  })

  it('is refused with a gap, where it continues another, over an absence, and of no days', async () => {
    const id = await people.employee()
    await register(id, '02', { fecha_inicio: '2026-03-02', dias: 3 })
    const cases: readonly (readonly [object, string])[] = [
      [{ clase: 'subsecuente', fecha_inicio: '2026-03-06', dias: 3 }, 'fecha_inicio'],
      [{ clase: 'inicial', fecha_inicio: '2026-03-05', dias: 3 }, 'clase'],
      [{ clase: 'inicial', fecha_inicio: '2026-03-04', dias: 3 }, 'fecha_inicio'],
      [{ fecha_inicio: '2026-03-16', dias: 0 }, 'dias'],
      [{ fecha_inicio: '2026-03-16', dias: 141 }, 'dias'],
      [{ fecha_inicio: '2025-01-05', dias: 1 }, 'fecha_inicio'],
      [
        {
          fecha_inicio: '2026-03-16',
          dias: 1,
          subtipo: await people.one('SubtipoIncapacidad?clave=MAT'),
        },
        'subtipo',
      ],
    ]
    for (const [inputs, field] of cases) {
      const answer = await register(id, '02', inputs)
      assert.deepEqual(refusals(answer), [422, ['VALIDATION', field]], answer.text)
    }
    const relapse = { clase: 'recaida', fecha_inicio: '2026-03-16', dias: 3 }
    assert.deepEqual(refusals(await register(id, '01', relapse)), [422, ['VALIDATION', 'clase']])
    assert.equal((await register(id, '02', relapse)).status, 200)
    const [first] = await incapacitiesOf(id)
    const twice = await register(id, '02', {
      folio: first?.['folio'],
      fecha_inicio: '2026-04-01',
      dias: 1,
    })
    assert.deepEqual(refusals(twice), [409, ['DUPLICATE', 'folio']])
  })

  it('is cancelled from its end on, and others may have its days then', async () => {
    const id = await people.employee('2025-01-06')
    await register(id, '02', { fecha_inicio: '2026-03-02', dias: 3 })
    await register(id, '02', { clase: 'subsecuente', fecha_inicio: '2026-03-05', dias: 3 })
    const [first, second] = (await incapacitiesOf(id)).map((row) => Number(row['id']))
    const cancel = (ids: readonly unknown[]) =>
      erp.admin.post(`${API}/Incapacidad/actions/cancelar_incapacidad`, { ids, ...REASON })
    assert.equal((await cancel([first])).json.data.results[0].errors[0].code, 'INVALID_STATE')
    const away = await people.act(`Empleado/${id}`, 'solicitar_vacaciones', {
      fecha_inicio: '2026-03-06',
      fecha_fin: '2026-03-06',
    })
    assert.deepEqual(refusals(away), [422, ['VALIDATION', 'fecha_inicio']])
    assert.equal((await cancel([first, second])).json.meta.succeeded, 2)
    await people.done(`Empleado/${id}`, 'solicitar_vacaciones', {
      fecha_inicio: '2026-03-06',
      fecha_fin: '2026-03-06',
    })
    const typed = await erp.admin.post(`${API}/Incapacidad`, { empleado: id })
    assert.deepEqual(refusals(typed), [403, ['FORBIDDEN', undefined]])
  })
})
