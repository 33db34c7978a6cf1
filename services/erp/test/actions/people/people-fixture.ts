import assert from 'node:assert/strict'

import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../../erp-service.ts'
import { API } from '../../rights/rights-fixture.ts'
import { hiring, type Hiring } from '../hiring-fixture.ts'

type Row = Readonly<Record<string, string | number | boolean | null>>

/** A company with people whose life goes on. */
export interface People extends Hiring {
  /** Someone hired on a day with 500.00 a day, or other terms; the id of his Empleado. */
  employee(fechaAlta?: string, inputs?: object, more?: object): Promise<number>
  act(path: string, action: string, inputs?: object, client?: HttpClient): Promise<TestAnswer>
  /** The same, and it succeeds; what it warns of, by code and field. */
  done(path: string, action: string, inputs?: object): Promise<TestAnswer>
  rows(query: string): Promise<readonly Row[]>
  get(path: string): Promise<Row>
}

export async function peopleOf(erp: ErpTest): Promise<People> {
  const people = await hiring(erp)
  const rows: People['rows'] = async (query) => {
    const answer = await erp.admin.get(`${API}/${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data
  }
  const act: People['act'] = (path, action, inputs = {}, client = erp.admin) =>
    client.post(`${API}/${path}/actions/${action}`, inputs)
  return {
    ...people,
    rows,
    act,
    done: async (path, action, inputs) => {
      const answer = await act(path, action, inputs)
      assert.equal(answer.status, 200, `${path}.${action}: ${answer.text}`)
      return answer
    },
    get: async (path) => {
      const answer = await erp.admin.get(`${API}/${path}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.json.data
    },
    employee: async (fechaAlta = '2025-01-06', inputs = {}, more = {}) => {
      const id = await people.associate(more)
      const answer = await people.hire(id, { fecha_alta: fechaAlta, ...inputs })
      assert.equal(answer.status, 200, answer.text)
      return await people.one(`Empleado?asociado=${id}`)
    },
  }
}

/** What refused a call: codes and fields, in order. */
export function refusals({ status, json }: TestAnswer): readonly unknown[] {
  const errors: readonly { readonly code: string; readonly field?: string }[] = json.errors ?? []
  return [status, ...errors.map(({ code, field }) => [code, field])]
}
