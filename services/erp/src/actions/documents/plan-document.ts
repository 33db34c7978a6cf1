import type { Result } from '@oficina/kit/result.ts'

import type { Model } from '../../dictionary/types.ts'
import { ApiError } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { splitDocument } from '../../query/document-body.ts'
import type { FieldValue } from '../../query/field-value.ts'
import {
  planCreate,
  planUpdate,
  type InputProblem,
  type JsonObject,
  type WriteMoment,
  type WritePlan,
} from '../../query/write-plan.ts'
import type { WriteTools } from '../write-tools.ts'
import { planLines, type LinesChange } from './line-plan.ts'

/** A body as it will be written: the record's own fields, and its lines. */
export interface DocumentPlan {
  readonly plan: WritePlan
  readonly lines: readonly LinesChange[]
  /** Whether the body spoke of lines at all; the answer then shows them. */
  readonly hasLines: boolean
}

interface DocumentRequest {
  readonly caller: Pick<Caller, 'rights'>
  readonly model: Model
  readonly body: JsonObject
  readonly moment: WriteMoment
}

/** Checks the body of a new record with its lines. @throws ApiError with every problem at once */
export function planNewDocument(tools: Planning, request: DocumentRequest): DocumentPlan {
  const seen = tools.views.of(request.caller.rights).modelFor(request.model, 'crear')
  return planDocument(tools, { ...request, id: null }, (own) =>
    planCreate(seen, own, request.moment),
  )
}

/** Checks the body of a change with the lines that it names. @throws ApiError with every problem at once */
export function planChangedDocument(
  tools: Planning,
  request: DocumentRequest & { readonly id: string },
): DocumentPlan {
  const seen = tools.views.of(request.caller.rights).modelFor(request.model, 'modificar')
  return planDocument(tools, request, (own) => planUpdate(seen, own))
}

type Planning = Pick<WriteTools, 'registry' | 'views'>

function planDocument(
  { registry, views }: Planning,
  request: DocumentRequest & { readonly id: string | null },
  planOwn: (own: JsonObject) => Result<WritePlan, readonly InputProblem[]>,
): DocumentPlan {
  const { caller, model, body, moment, id } = request
  const problems: InputProblem[] = []
  const parts = splitDocument(registry, { model, body }, problems)
  const plan = planOwn(parts.own)
  if (!plan.ok) problems.unshift(...plan.error)
  const planning = { rights: caller.rights, view: views.of(caller.rights), moment, problems }
  const above = model.heads.map(({ model: name }) => name)
  const lines = planLines(planning, parts.lines, { model, id, above })
  if (!plan.ok || problems.length > 0) throw new ApiError(problems)
  return { plan: plan.value, lines, hasLines: parts.lines.length > 0 }
}

/** What a record that has lines belongs to itself, by model, so that its lines can belong to it too. */
export function aboveOf(
  model: Model,
  values: ReadonlyMap<string, FieldValue | string | null>,
): ReadonlyMap<string, string> {
  return new Map(
    model.heads.flatMap(({ model: name, lines }) => {
      const id = values.get(lines.field) ?? null
      return id === null ? [] : [[name, String(id)] as const]
    }),
  )
}
