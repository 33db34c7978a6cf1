import assert from 'node:assert/strict'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import type { Condition } from '../../src/dictionary/condition.ts'

const API = '/api/v1'

/** What the service tells of every model. */
export interface ToldMetadata {
  readonly all: ReadonlyMap<string, Metadata>
  readonly metadata: (model: string) => Metadata
  readonly column: (model: string, name: string) => Column
}

export async function toldMetadata(client: HttpClient): Promise<ToldMetadata> {
  const all = new Map<string, Metadata>()
  const { modules } = (await client.get(`${API}/metadata`)).json.data
  for (const { models } of modules as { models: { name: string }[] }[]) {
    for (const { name } of models) {
      all.set(name, (await client.get(`${API}/metadata/${name}`)).json.data)
    }
  }
  const metadata = (model: string) => {
    const found = all.get(model)
    assert.ok(found, model)
    return found
  }
  return {
    all,
    metadata,
    column: (model, name) => {
      const found = metadata(model).columns.find((one) => one.name === name)
      assert.ok(found, `${model}.${name}`)
      return found
    },
  }
}

export interface Metadata {
  readonly model: string
  readonly label_plural: string
  readonly multi_tenant: boolean
  readonly state_field: string | null
  readonly states: {
    readonly initial: readonly string[]
    readonly deletable_in: readonly string[]
    readonly moves: readonly { from: readonly string[]; to: string; by: string }[]
  } | null
  readonly columns: readonly Column[]
  readonly relations: readonly Relation[]
  readonly admin: {
    readonly list_display: readonly string[]
    readonly search_fields: readonly string[]
    readonly summary: readonly { field: string; group_by: string | null }[]
  }
  readonly capture: {
    readonly sections: readonly {
      readonly fields: readonly { field: string; widget: string; width: number }[]
      readonly visible_if: Condition | null
    }[]
  }
  readonly grid: { readonly actions: readonly Action[] }
}

interface Column {
  readonly name: string
  readonly type: string
  readonly length: number | null
  readonly required: boolean
  readonly read_only: boolean
  readonly choices: readonly { value: string; tone: string }[] | null
  readonly references: string | null
  readonly widget: string
  readonly format: string
  readonly currency: string | null
  readonly changes_in: readonly string[] | null
  readonly required_if: Condition | null
  readonly visible_if: Condition | null
}

interface Relation {
  readonly field: string
  readonly model: string
  readonly kind: string
  readonly label: string
  readonly composition: boolean
  readonly name: string | null
  readonly search_fields: readonly string[]
  readonly changes_in: readonly string[] | null
}

interface Action {
  readonly name: string
  readonly mode: string
  readonly permission: string
  readonly many: boolean
  readonly answers: string
  readonly confirmation: string
  readonly from_states: readonly string[] | null
  readonly to_states: readonly string[] | null
  readonly offered_if: Condition | null
  readonly inputs: readonly Input[]
}

export interface Input {
  readonly name: string
  readonly type: string
  readonly widget: string
  readonly references: string | null
  readonly lines: {
    readonly relation: string | null
    readonly pending_if?: Condition | null
    readonly columns: readonly {
      references: string | null
      default: { field: string; minus: readonly string[] } | null
    }[]
  } | null
  readonly items: { references: string } | null
  readonly object: object | null
  readonly file: { accept: readonly string[]; as: string } | null
  readonly secret: boolean
}

/** The widgets that write a type of column. */
export const FITTING: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'textarea', 'email', 'phone', 'url', 'time'],
  long_text: ['textarea'],
  secret: ['password'],
  integer: ['number'],
  money: ['decimal'],
  quantity: ['decimal'],
  rate: ['decimal', 'percent'],
  decimal: ['decimal', 'percent'],
  date: ['date'],
  instant: ['datetime'],
  boolean: ['checkbox'],
  json: ['json'],
  choice: ['select'],
  reference: ['reference', 'file', 'image'],
}
