import { parseExact } from '@oficina/web/exact-json.ts'

import { modelMetadata, type ModelMetadata } from '../metadata/model-metadata.ts'
import { apiResponse } from '../session/api.ts'
import { loadPermissions, modules, rightsOf } from '../session/permissions.ts'
import type { ChangesOnly } from './form/form-state.ts'
import { compositionsOf, lineNames, type Shape } from './form/record-shape.ts'
import { readNode, type RecordNode, type Values } from './record-node.ts'

/** A record, its lines down to the third level with it, and the tag that its next write is held to. */
export interface ReadRecord {
  readonly node: RecordNode
  readonly etag: string | undefined
  readonly changesOnly: ChangesOnly
}

// Lines of lines of a head; the dictionary knows no deeper ones.
const MAX_DEPTH = 2

/**
 * What a form has to know of a model, that of its lines with it.
 * @throws ApiFailure
 */
export async function loadShape(model: string): Promise<Shape> {
  if (modules.peek() === undefined) await loadPermissions()
  return shapeAt(await modelMetadata(model), [])
}

async function shapeAt(meta: ModelMetadata, above: readonly string[]): Promise<Shape> {
  const compositions = above.length === MAX_DEPTH ? [] : compositionsOf(meta)
  const lines = await Promise.all(
    compositions.map(async (relation) => {
      const own = await modelMetadata(relation.model)
      return {
        name: relation.name,
        headFields: new Set([relation.field, ...referencesTo(own, above)]),
        order: relation.order,
        changesIn: relation.changes_in ?? null,
        shape: await shapeAt(own, [...above, meta.model]),
      }
    }),
  )
  return {
    meta,
    rights: rightsOf(meta.model),
    columns: new Map(meta.columns.map((column) => [column.name, column])),
    // Lines that the profile does not let see are not shown, and not sent.
    lines: lines.filter(({ shape }) => shape.rights?.read !== false),
  }
}

/** A line of a line may name what its head belongs to as well. */
function referencesTo({ columns }: ModelMetadata, models: readonly string[]): readonly string[] {
  return columns
    .filter(({ references }) => references !== null && models.includes(references))
    .map(({ name }) => name)
}

/** @throws ApiFailure */
export async function readRecord(
  shape: Shape,
  id: string,
  signal?: AbortSignal,
): Promise<ReadRecord> {
  const path = `/${shape.meta.model}/${encodeURIComponent(id)}`
  const asked = shape.lines.length === 0 ? path : `${path}?lines=true`
  const response = await apiResponse(asked, signal === undefined ? {} : { signal })
  // The service describes its answer so.
  const { data, meta } = parseExact(await response.text()) as {
    readonly data: Values
    readonly meta: { readonly changes_only?: readonly string[] }
  }
  return {
    node: readNode(data, lineNames(shape)),
    etag: response.headers.get('etag') ?? undefined,
    changesOnly: meta.changes_only,
  }
}
